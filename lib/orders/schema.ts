import { z } from "zod";
import { idSchema, provinceSchema } from "@/lib/draws/schema.fields";
import { positionSchema } from "@/lib/eligibility/schema";
import { isEmailAddress, readEmailAddress } from "@/lib/email-address";
import { isPhoneNumber } from "@/lib/phone-number";
import { languages } from "@/lib/platform/i18n/routing";
import { isPostalCode } from "@/lib/postal-address";
import { readCursor } from "./rules.cursor";

/** 130 random bits, because the id alone gives access to the order. */
export const orderIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/** Begins with its draw's prefix and is unique within the draw. */
export const orderCodeSchema = z.string().regex(/^[0-9A-Z]{8,14}$/);

/** `secret` is required once the email was corrected (docs/design.md, Secret order URLs). */
export type OrderKey = { instanceId: string; orderId: string; secret?: string | undefined };

export type DrawOrderKey = { drawId: string; orderId: string };

export function isOrderKey({ instanceId, orderId }: OrderKey): boolean {
  return idSchema.safeParse(instanceId).success && orderIdSchema.safeParse(orderId).success;
}

/** Control characters and line ends break receipts and emails, and direction overrides can disguise a name. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Invisible characters could make a name look empty. Joiners shape letters and are kept. */
const invisible = /(?![\p{Join_Control}\u202A-\u202E\u2066-\u2069])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** At most `longest` UTF-16 units. Removes invisible characters. */
export function lineSchema(longest: number) {
  return z
    .string()
    .overwrite((text) => text.replace(invisible, ""))
    .trim()
    .max(longest)
    .refine((text) => !unprintable.test(text));
}

/** A name without a letter would look empty. */
export function nameSchema(shortest: number) {
  return lineSchema(64)
    .min(shortest)
    .refine((text) => /\p{L}/u.test(text));
}

export const cursorSchema = z
  .string()
  .max(140)
  .transform((cursor, issues) => {
    const position = readCursor(cursor);
    if (!position) issues.addIssue({ code: "custom", message: "No cursor of ours." });
    return position ?? z.NEVER;
  });

const quantitySchema = z.int().min(1).max(1000);

/** The payment provider takes at most 64 characters. */
export const emailSchema = z
  .string()
  .trim()
  .overwrite((text) => readEmailAddress(text) ?? text)
  .max(64)
  .refine(isEmailAddress);

export const phoneSchema = z.string().trim().refine(isPhoneNumber);

/** Lengths are the provider's limits (docs/bambora.md, Payment fields). */
const buyerSchema = z.strictObject({
  name: nameSchema(2),
  email: emailSchema,
  phone: phoneSchema.optional(),
  province: provinceSchema,
  postalCode: z.string().trim().refine(isPostalCode).optional(),
  city: lineSchema(32).min(1).optional(),
});

/** Body of `POST /api/orders` (docs/design.md, Placing an order). Prices are never accepted from a client. */
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
  /** Required if the draw checks positions. It determines the province and is never stored. */
  position: positionSchema.optional(),
  /** The device whose credential comes with the call sells. */
  atTerminal: z.literal(true).optional(),
});

export type PlaceOrderInput = z.infer<typeof placeOrderSchema>;

export type Buyer = z.infer<typeof buyerSchema>;

/** `unknownOnly` limits the release to holds of browsers that haven't paid before. */
export const releaseHoldsSchema = z.strictObject({ unknownOnly: z.boolean().default(false) });
