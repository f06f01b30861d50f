/** Somebody. */
export class Person {
  constructor(readonly name: string) {}

  salute(): string {
    return `Dear ${this.name}`;
  }
}

export function greet(person: Person): string {
  return person.salute();
}
