/** Position in a list: microseconds since 1970 and the order's id. */
export type CursorPosition = { micros: string; orderId: string };

/** Before every order: the year 2255 is later than any draw. */
export const listStart: CursorPosition = { micros: "9000000000000000", orderId: "" };

/** Opaque, so that no client parses it. */
export function toCursor({ micros, orderId }: CursorPosition): string {
  return Buffer.from(`${micros}.${orderId}`).toString("base64url");
}

const positionPattern = /^(\d{1,16})\.([0-9A-HJKMNP-TV-Z]{26})$/;

export function readCursor(cursor: string): CursorPosition | null {
  const match = positionPattern.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const [, micros, orderId] = match ?? [];
  if (micros === undefined || orderId === undefined) return null;
  const position = { micros, orderId };
  return toCursor(position) === cursor ? position : null;
}
