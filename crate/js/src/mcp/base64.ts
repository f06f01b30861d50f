/** Bytes in JSON. */
import { invalid } from "../errors.js";

/** The bytes that `text` stands for in base64. */
export function bytesOf(text: unknown): Uint8Array {
  try {
    return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
  } catch {
    return invalid("archive is no base64");
  }
}
