import { z } from "zod";
import { idSchema } from "@/lib/draws/schema.fields";

/** Without `lines`, all that is left. `drawer` is the device whose cash an admin hands back. */
export const refundInputSchema = z.strictObject({
  lines: z.array(z.int().min(1).max(1000)).min(1).max(50).optional(),
  drawer: idSchema.optional(),
});
