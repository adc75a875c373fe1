import { z } from "zod";

import { keyRights } from "@/lib/rights";
import { keyNamePattern, maxKeyDays } from "./rules";

export const createAdminKeySchema = z
  .strictObject({
    name: z.string().regex(keyNamePattern),
    rights: z.array(z.enum(keyRights)).min(1).max(keyRights.length),
    expiresAt: z.iso.datetime({ offset: true }).optional(),
    days: z.int().min(1).max(maxKeyDays).optional(),
  })
  .refine(({ expiresAt, days }) => (expiresAt === undefined) !== (days === undefined), { path: ["expiresAt"] });

export type CreateAdminKeyInput = z.infer<typeof createAdminKeySchema>;
