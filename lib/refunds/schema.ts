import { z } from "zod";
import { idSchema } from "@/lib/draws/schema.fields";
import { requestReasons } from "@/lib/orders/rules.refunds";

/**
 * Without `lines` all that is left is refunded. An admin sends `drawer`, the device that hands back cash, and a
 * `reason`.
 */
export const refundInputSchema = z.strictObject({
  lines: z.array(z.int().min(1).max(1000)).min(1).max(50).optional(),
  drawer: idSchema.optional(),
  reason: z.enum(requestReasons).optional(),
});
