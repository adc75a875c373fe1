import { z } from "zod";

import { dollarsSchema, idSchema } from "@/lib/draws/schema.fields";
import { listStart, readCursor } from "@/lib/orders/rules.cursor";
import { lineSchema } from "@/lib/orders/schema";

/** `given`: handed over by the buyer, in dollars; omitted if not entered. */
export const cashSchema = z.strictObject({ given: dollarsSchema.optional() });

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
