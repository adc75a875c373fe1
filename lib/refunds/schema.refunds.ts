import { z } from "zod";

/** Body of a refund of an order by an admin or a device: without `lines`, all that was not refunded before. */
export const refundInputSchema = z.strictObject({
  lines: z.array(z.int().min(1).max(1000)).min(1).max(50).optional(),
});
