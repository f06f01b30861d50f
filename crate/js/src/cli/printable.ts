/** Text of strangers on a terminal: it obeys control characters, and bidirectional ones make it show what is not there. */

/** Control characters but for tab and line feed, line separators, and what changes the direction of text. */
const CONTROLS = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** `text` with what a terminal obeys written out, `\x1b`; its lines stay, whichever way they end. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(CONTROLS, escaped);
}

/** The same as one line: a name may hold a line feed. */
export function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n");
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0xff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\x${code.toString(16).padStart(2, "0")}`;
}
