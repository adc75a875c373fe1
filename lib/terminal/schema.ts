import { z } from "zod";

import { idSchema } from "@/lib/draws/schema.fields";
import { lineSchema } from "@/lib/orders/schema";

import { longestDetail } from "./rules.registration";

/** A name that people read, or none: without any letter or digit it would look empty, and identify nobody. */
const wordsSchema = lineSchema(longestDetail).refine((text) => text === "" || /[\p{L}\p{N}]/u.test(text));

/** An admin's data for a new device: its parent, its location, and its short name. */
export const createDeviceSchema = z.strictObject({
  parentId: idSchema,
  locationId: idSchema,
  name: wordsSchema.min(1),
});

export type CreateDeviceInput = z.infer<typeof createDeviceSchema>;

/** What an admin decides of a device: whether it lists what others sold, too. */
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

/** Which registration a browser ends: its own. */
export const deleteAllocationSchema = z.strictObject({ deviceId: idSchema, parentId: idSchema });

export type DeleteAllocationInput = z.infer<typeof deleteAllocationSchema>;
