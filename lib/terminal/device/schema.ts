import { z } from "zod";

import { idSchema } from "@/lib/draws/schema.fields";
import { lineSchema } from "@/lib/orders/schema";

import { longestDetail } from "./rules.registration";

/** Empty, or with a letter or digit: without any it would look empty, and identify nobody. */
const wordsSchema = lineSchema(longestDetail).refine((text) => text === "" || /[\p{L}\p{N}]/u.test(text));

export const createDeviceSchema = z.strictObject({
  parentId: idSchema,
  locationId: idSchema,
  name: wordsSchema.min(1),
});

export const changeDeviceSchema = z.strictObject({ listsOthers: z.boolean() });

export type ChangeDeviceInput = z.infer<typeof changeDeviceSchema>;

/**
 * A browser's data for registration. A device that completes its details omits the code; `active` and `allocated` are
 * sent by browsers that store them, and decide nothing.
 */
export const registerDeviceSchema = z.strictObject({
  deviceId: idSchema,
  parentId: idSchema,
  deviceData: z.strictObject({
    locationId: idSchema,
    code: z.string().max(64).optional(),
    name: wordsSchema.optional(),
    operator: wordsSchema.optional(),
    printer: wordsSchema.optional(),
    active: z.boolean().optional(),
    allocated: z.boolean().optional(),
  }),
});

export type RegisterDeviceInput = z.infer<typeof registerDeviceSchema>;

export const deleteAllocationSchema = z.strictObject({ deviceId: idSchema, parentId: idSchema });

export type DeleteAllocationInput = z.infer<typeof deleteAllocationSchema>;
