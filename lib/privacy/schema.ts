import { z } from "zod";

import { emailSchema, nameSchema, phoneSchema } from "@/lib/orders/schema";

/** The address of a person never stands in a URL, which ends up in logs. */
export const personSchema = z.strictObject({ email: emailSchema });

/** `dryRun`: the answer says what would be done, and nothing is. */
export const eraseSchema = personSchema.extend({ dryRun: z.boolean().default(false) });

export const correctionSchema = z
  .strictObject({ name: nameSchema(2).optional(), email: emailSchema.optional(), phone: phoneSchema.optional() })
  .refine((wanted) => Object.values(wanted).some((value) => value !== undefined));
