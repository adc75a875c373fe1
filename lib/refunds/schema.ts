import { z } from "zod";
import { idSchema } from "@/lib/draws/schema.fields";
import { requestReasons } from "@/lib/orders/rules.refunds";

/**
 * Without `lines` all that is left is refunded. `drawer` and `reason` are for admins; `drawer` is the device whose
 * drawer the cash comes from.
 */
export const refundInputSchema = z.strictObject({
  lines: z.array(z.int().min(1).max(1000)).min(1).max(50).optional(),
  drawer: idSchema.optional(),
  reason: z.enum(requestReasons).optional(),
});
