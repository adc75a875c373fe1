import { z } from "zod";
import { idSchema } from "@/lib/draws/schema.fields";

/**
 * Body of a refund of an order by an admin or a device: without `lines`, all that was not refunded before. `drawer` is
 * the device whose cash an admin hands back; without it, the one that took the cash.
 */
export const refundInputSchema = z.strictObject({
  lines: z.array(z.int().min(1).max(1000)).min(1).max(50).optional(),
  drawer: idSchema.optional(),
});
