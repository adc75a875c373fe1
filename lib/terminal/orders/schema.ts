import { z } from "zod";

import { dollarsSchema, idSchema } from "@/lib/draws/schema.fields";
import { lineSchema } from "@/lib/orders/schema";

/** `given` is the amount that the buyer handed over, in dollars; omitted if it wasn't entered. */
export const cashSchema = z.strictObject({ given: dollarsSchema.optional() });

/** A list goes on after the order that was placed at so many microseconds since 1970, and has this id. */
export type CursorPosition = { micros: string; orderId: string };

/** Before every order: the year 2255 is beyond what a draw can name. */
export const listStart: CursorPosition = { micros: "9000000000000000", orderId: "" };

/** `q` as it was typed, `cursor` where a page ended. */
export const listSchema = z.strictObject({
  instanceId: idSchema,
  status: z.enum(["recent", "unfinalized"]).default("recent"),
  q: lineSchema(64).default(""),
  cursor: z
    .string()
    .max(100)
    .transform((cursor, issues) => {
      const position = readCursor(cursor);
      if (!position) issues.addIssue({ code: "custom", message: "No cursor of ours." });
      return position ?? z.NEVER;
    })
    .default(listStart),
});

/** Encodes a position so that nobody is tempted to parse it. */
export function toCursor({ micros, orderId }: CursorPosition): string {
  return Buffer.from(`${micros}.${orderId}`).toString("base64url");
}

const positionPattern = /^(\d{1,16})\.([0-9A-HJKMNP-TV-Z]{26})$/;

/** Reads what `toCursor` wrote; null for anything else. */
export function readCursor(cursor: string): CursorPosition | null {
  const match = positionPattern.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const [, micros, orderId] = match ?? [];
  if (micros === undefined || orderId === undefined) return null;
  const position = { micros, orderId };
  return toCursor(position) === cursor ? position : null;
}
