import { z } from "zod";

import { emailSchema } from "@/lib/orders/schema";

/** Body of `POST /api/admin/people/export`: never in an address, which ends up in logs. */
export const personSchema = z.strictObject({ email: emailSchema });

/** Body of `POST /api/admin/people/erase`: `dryRun` says what would be done and changes nothing. */
export const eraseSchema = personSchema.extend({ dryRun: z.boolean().default(false) });
