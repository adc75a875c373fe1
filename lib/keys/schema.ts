import { z } from "zod";

import { keyRights } from "@/lib/rights";
import { keyNameShape, longestKeyDays } from "./rules";

export const createAdminKeySchema = z
  .strictObject({
    name: z.string().regex(keyNameShape),
    rights: z.array(z.enum(keyRights)).min(1).max(keyRights.length),
    expiresAt: z.iso.datetime({ offset: true }).optional(),
    days: z.int().min(1).max(longestKeyDays).optional(),
  })
  .refine(({ expiresAt, days }) => (expiresAt === undefined) !== (days === undefined), { path: ["expiresAt"] });

export type CreateAdminKeyInput = z.infer<typeof createAdminKeySchema>;
