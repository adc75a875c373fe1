import { z } from "zod";

import { idSchema } from "@/lib/draws/schema.fields";
import { lineSchema } from "@/lib/orders/schema";

import { maxDetailLength } from "./rules.registration";

/** Empty, or with a letter or digit, because other names would look empty. */
const detailSchema = lineSchema(maxDetailLength).refine((text) => text === "" || /[\p{L}\p{N}]/u.test(text));

export const createDeviceSchema = z.strictObject({
  parentId: idSchema,
  locationId: idSchema,
  name: detailSchema.min(1),
});

export type CreateDeviceInput = z.infer<typeof createDeviceSchema>;

export const changeDeviceSchema = z.strictObject({ listsOthers: z.boolean() });

export type ChangeDeviceInput = z.infer<typeof changeDeviceSchema>;

/** Some browsers send `active` and `allocated` from their storage, which are ignored. */
export const registerDeviceSchema = z.strictObject({
  deviceId: idSchema,
  parentId: idSchema,
  deviceData: z.strictObject({
    locationId: idSchema,
    code: z.string().max(64).optional(),
    name: detailSchema.optional(),
    operator: detailSchema.optional(),
    printer: detailSchema.optional(),
    active: z.boolean().optional(),
    allocated: z.boolean().optional(),
  }),
});

export type RegisterDeviceInput = z.infer<typeof registerDeviceSchema>;

export const deleteAllocationSchema = z.strictObject({ deviceId: idSchema, parentId: idSchema });

export type DeleteAllocationInput = z.infer<typeof deleteAllocationSchema>;
