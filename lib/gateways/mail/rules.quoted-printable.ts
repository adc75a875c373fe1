/** The codes of letters beyond ASCII, of control characters, and of space at the end of a line. */
function codesOf(letters: string): string {
  return Buffer.from(letters).toString("hex").toUpperCase().replace(/../g, "=$&");
}

/** At most 76 characters a line (RFC 2045, 6.7); neither a code nor a letter of several bytes is divided. */
function foldLine(line: string): string {
  return line.match(/.{1,75}(?<!=.?)(?!=[89AB])/g)?.join("=\r\n") ?? "";
}

/**
 * Writes a text as quoted-printable. `\n` alone ends a line; a lone `\r` becomes a code, so that no server takes it for
 * an end.
 */
export function toQuotedPrintable(text: string): string {
  return text
    .split("\n")
    .map((line) => foldLine(line.replaceAll("=", "=3D").replace(/[^\t\x20-\x7e]+|[\t ]$/g, codesOf)))
    .join("\r\n");
}
