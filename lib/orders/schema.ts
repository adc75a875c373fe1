import { z } from "zod";
import { isPostalCode } from "@/lib/address";
import { idSchema, provinceSchema } from "@/lib/draws/schema.fields";
import { positionSchema } from "@/lib/eligibility/schema";
import { isEmailAddress, readEmailAddress } from "@/lib/email-address";
import { isPhoneNumber } from "@/lib/phone-number";
import { languages } from "@/lib/platform/i18n/routing";

/** An order's id: 26 characters of Crockford base32 from 130 random bits; knowing it opens the order. */
export const orderIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/**
 * Names an order; knowing its id is the right to see it, and of one whose email was corrected its `secret` too
 * (docs/design.md, Secret order addresses).
 */
export type OrderKey = { instanceId: string; orderId: string; secret?: string | undefined };

/** Whether a key can name an order at all; what cannot is never asked of the database. */
export function isOrderKey({ instanceId, orderId }: OrderKey): boolean {
  return idSchema.safeParse(instanceId).success && orderIdSchema.safeParse(orderId).success;
}

/** Control characters and line ends break receipts and mail; direction overrides make a name read as something else. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/**
 * Characters that are invisible on a screen: a name made only of them would look empty. Joiners shape letters, and
 * overrides are rejected.
 */
const invisible = /(?![\p{Join_Control}\u202A-\u202E\u2066-\u2069])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** One line of text that people type, at most `longest` UTF-16 units; invisible characters are removed. */
export function lineSchema(longest: number) {
  return z
    .string()
    .overwrite((text) => text.replace(invisible, ""))
    .trim()
    .max(longest)
    .refine((text) => !unprintable.test(text));
}

/** A person's name: without a letter it would look empty, or isn't a name. */
export function nameSchema(shortest: number) {
  return lineSchema(64)
    .min(shortest)
    .refine((text) => /\p{L}/u.test(text));
}

const quantitySchema = z.int().min(1).max(1000);

/** An email address of at most 64 characters, which is what Bambora takes; its domain becomes punycode. */
export const emailSchema = z
  .string()
  .trim()
  .overwrite((text) => readEmailAddress(text) ?? text)
  .max(64)
  .refine(isEmailAddress);

/** A telephone number as people write it. */
export const phoneSchema = z.string().trim().refine(isPhoneNumber);

/**
 * A buyer's details. Lengths are Bambora's limits (docs/bambora.md, Payment fields); `phone` is kept as digits, and
 * `postalCode` as `A1A 1A1`.
 */
const buyerSchema = z.strictObject({
  name: nameSchema(2),
  email: emailSchema,
  phone: phoneSchema.optional(),
  province: provinceSchema,
  postalCode: z.string().trim().refine(isPostalCode).optional(),
  city: lineSchema(32).min(1).optional(),
});

/**
 * Body of `POST /api/orders` (docs/design.md, Placing an order). Prices and amounts are never accepted from a client.
 */
export const placeOrderSchema = z.strictObject({
  instanceId: idSchema,
  lines: z.array(z.strictObject({ poolId: idSchema, packageId: idSchema, quantity: quantitySchema })).max(50),
  bundles: z
    .array(z.strictObject({ bundleId: idSchema, quantity: quantitySchema }))
    .max(20)
    .default([]),
  buyer: buyerSchema.optional(),
  teamId: idSchema.optional(),
  attestations: z.strictObject({ age: z.literal(true), location: z.literal(true), rules: z.literal(true) }),
  locale: z.enum(languages),
  /** The browser's position; requested if the draw requires it, used to determine the province, and never stored. */
  position: positionSchema.optional(),
  /** Sold by the device whose credential comes with the call. */
  atTerminal: z.literal(true).optional(),
});

export type PlaceOrderInput = z.infer<typeof placeOrderSchema>;

export type Buyer = z.infer<typeof buyerSchema>;

/** Body of an admin's release of a draw's holds: only those of browsers that haven't paid before, or all. */
export const releaseHoldsSchema = z.strictObject({ unknownOnly: z.boolean().default(false) });
