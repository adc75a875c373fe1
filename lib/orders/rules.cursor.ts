/**
 * `micros` is when the order was placed, in microseconds since 1970. A cursor never has an order's id, because the id
 * gives access to the order.
 */
export type CursorPosition = { micros: string; drawId: string; orderCode: string };

/** Lists begin with the latest order; this time is in the year 2255. */
export const listStart: CursorPosition = { micros: "9000000000000000", drawId: "", orderCode: "" };

/** Encoded, so that clients don't rely on the content. */
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
