import { greet, Person } from "./person";

export function main(): string {
  const person = new Person("Ada");
  return greet(person);
}
