/** A position in a list: microseconds since 1970, and an order's code, because its id would open it to anybody. */
export type CursorPosition = { micros: string; drawId: string; orderCode: string };

/** Comes before every order, as the year 2255 is later than any draw. */
export const listStart: CursorPosition = { micros: "9000000000000000", drawId: "", orderCode: "" };

/** The text is opaque, so that no client parses it. */
export function toCursor({ micros, drawId, orderCode }: CursorPosition): string {
  return Buffer.from(`${micros}.${drawId}.${orderCode}`).toString("base64url");
}

const positionPattern = /^(\d{1,16})\.([\w-]{1,64})\.([0-9A-Z]{8,14})$/;

export function readCursor(cursor: string): CursorPosition | null {
  const match = positionPattern.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const [, micros, drawId, orderCode] = match ?? [];
  if (micros === undefined || drawId === undefined || orderCode === undefined) return null;
  const position = { micros, drawId, orderCode };
  return toCursor(position) === cursor ? position : null;
}
