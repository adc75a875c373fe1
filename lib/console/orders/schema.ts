import { z } from "zod";
import { daySchema, idSchema } from "@/lib/draws/schema.fields";
import { listStart } from "@/lib/orders/rules.cursor";
import { cursorSchema, lineSchema } from "@/lib/orders/schema";
import { languages } from "@/lib/platform/i18n/routing";
import { exportReasons, maxNoteLength, orderStates } from "./rules";

/** Sent in a body, because search words may be personal data. The last four digits of a card need a draw and a day. */
export const searchSchema = z.union([
  z.strictObject({ q: lineSchema(64).min(1), instanceId: idSchema.optional() }),
  z.strictObject({ lastFour: z.string().regex(/^\d{4}$/), instanceId: idSchema, day: daySchema }),
]);

export type OrderSearch = z.input<typeof searchSchema>;

/** Sent in the URL, so it has nothing about a person. Days are of the draw's zone, or of Toronto's without one. */
export const filterSchema = z.strictObject({
  instanceId: idSchema.optional(),
  state: z.enum(orderStates).default("all"),
  from: daySchema.optional(),
  to: daySchema.optional(),
});

export const exportSchema = filterSchema.extend({
  locale: z.enum(languages).default("en"),
  contacts: z.strictObject({ reason: z.enum(exportReasons) }).optional(),
});

export type OrderExport = z.input<typeof exportSchema>;

export const listSchema = filterSchema.extend({
  cursor: cursorSchema.default(listStart),
});

/** A validation number as somebody reads it out, with or without hyphens. */
export const receiptSchema = z.strictObject({ number: lineSchema(64).min(1) });

/** May have several lines, but no control characters. */
export const noteSchema = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(maxNoteLength)
    .refine((text) => !/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text)),
});
