import { z } from "zod";

import { dollarsSchema, idSchema } from "@/lib/draws/schema.fields";
import { lineSchema } from "@/lib/orders/schema";

import { listStart, readCursor } from "./rules.search";

/** Body of taking cash: the amount given, in dollars; omitted if it wasn't entered. */
export const cashSchema = z.strictObject({ given: dollarsSchema.optional() });

/**
 * What to list: orders of a draw, the latest or those that are open; `q` as it was typed, `cursor` where a page ended.
 */
export const listSchema = z.strictObject({
  instanceId: idSchema,
  status: z.enum(["recent", "unfinalized"]).default("recent"),
  q: lineSchema(64).default(""),
  cursor: z
    .string()
    .max(100)
    .transform((cursor, issues) => {
      const place = readCursor(cursor);
      if (!place) issues.addIssue({ code: "custom", message: "No cursor of ours." });
      return place ?? z.NEVER;
    })
    .default(listStart),
});
