import { z } from "zod";

import { idSchema } from "@/lib/draws/schema.fields";
import { lineSchema } from "@/lib/orders/schema";

import { longestDetail } from "./rules.registration";

/**
 * A name that people read, or none: one with no letter and no digit shows as nothing, and nobody would be named by it.
 */
const wordsSchema = lineSchema(longestDetail).refine((text) => text === "" || /[\p{L}\p{N}]/u.test(text));

/** What an admin says of a new device: whose it is, where it stands, and its short name. */
export const createDeviceSchema = z.strictObject({
  parentId: idSchema,
  locationId: idSchema,
  name: wordsSchema.min(1),
});

export type CreateDeviceInput = z.infer<typeof createDeviceSchema>;

/**
 * What a browser says to be registered. The code is left out by a device that completes its details; `active` and
 * `allocated` are told by browsers that keep them, and decide nothing.
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
