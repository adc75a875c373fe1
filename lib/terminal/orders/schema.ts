import { z } from "zod";

import { dollarsSchema, idSchema } from "@/lib/draws/schema.fields";
import { listStart } from "@/lib/orders/rules.cursor";
import { cursorSchema, lineSchema } from "@/lib/orders/schema";

/** `given` is the cash received, in dollars, if it was entered. */
export const cashSchema = z.strictObject({ given: dollarsSchema.optional() });

export const listSchema = z.strictObject({
  instanceId: idSchema,
  status: z.enum(["recent", "unfinalized"]).default("recent"),
  q: lineSchema(64).default(""),
  cursor: cursorSchema.default(listStart),
});
