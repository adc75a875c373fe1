import { z } from "zod";

import { emailSchema, nameSchema, phoneSchema } from "@/lib/orders/schema";

/** Sent in a body, because an address in a URL would end up in logs. */
export const buyerEmailSchema = z.strictObject({ email: emailSchema });

export const eraseSchema = buyerEmailSchema.extend({ dryRun: z.boolean().default(false) });

export const correctionSchema = z
  .strictObject({ name: nameSchema(2).optional(), email: emailSchema.optional(), phone: phoneSchema.optional() })
  .refine((wanted) => Object.values(wanted).some((value) => value !== undefined));
