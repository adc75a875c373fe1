import { z } from "zod";

import { emailSchema, nameSchema, phoneSchema } from "@/lib/orders/schema";

/** Body of `POST /api/admin/people/export`: never in an address, which ends up in logs. */
export const personSchema = z.strictObject({ email: emailSchema });

/** Body of `POST /api/admin/people/erase`: `dryRun` says what would be done and changes nothing. */
export const eraseSchema = personSchema.extend({ dryRun: z.boolean().default(false) });

/** Body of `POST /api/admin/orders/{instanceId}/{orderId}/correct`: what it names is corrected, the rest stays. */
export const correctionSchema = z
  .strictObject({ name: nameSchema(2).optional(), email: emailSchema.optional(), phone: phoneSchema.optional() })
  .refine((wanted) => Object.values(wanted).some((value) => value !== undefined));
