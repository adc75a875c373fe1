import { z } from "zod";

import { dollarsSchema, idSchema, instantSchema } from "@/lib/draws/schema.fields";
import { emailSchema, lineSchema, nameSchema } from "@/lib/orders/schema";
import { languages } from "@/lib/platform/i18n/routing";

import { maxRolesPerCall, roles } from "./rules.roles";

const scopeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("everything") }),
  z.strictObject({ kind: z.literal("parent"), parentId: idSchema }),
  z.strictObject({ kind: z.literal("draw"), drawId: idSchema }),
]);

const roleGrantsSchema = z.array(z.strictObject({ role: z.enum(roles), scope: scopeSchema })).max(maxRolesPerCall);

const personEmailSchema = emailSchema.transform((email) => email.toLowerCase());

/** The instant at which all access ends. */
const endSchema = instantSchema.nullable();

export const invitePersonSchema = z.strictObject({
  email: personEmailSchema,
  name: nameSchema(1),
  locale: z.enum(languages).default("en"),
  roles: roleGrantsSchema.min(1),
  endsAt: endSchema.optional(),
  refundLimit: dollarsSchema.optional(),
  /** The user of the suggestion that this invitation follows. */
  userId: z.string().min(1).max(128).optional(),
});

export type InvitePersonInput = z.input<typeof invitePersonSchema>;

export const changePersonSchema = z.strictObject({
  give: roleGrantsSchema.default([]),
  withdraw: roleGrantsSchema.default([]),
  endsAt: endSchema.optional(),
  /** In dollars a day, where the person is no admin. */
  refundLimit: dollarsSchema.optional(),
});

export type ChangePersonInput = z.input<typeof changePersonSchema>;

const codeSchema = z.string().max(64);

const base64urlSchema = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/);

/** The page sends only these parts of a browser's credential. */
const credentialFields = {
  id: base64urlSchema,
  rawId: base64urlSchema,
  type: z.literal("public-key"),
};

const transportSchema = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** A new passkey, as `startRegistration` returns it. */
const registrationSchema = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64urlSchema,
    attestationObject: base64urlSchema,
    transports: z.array(transportSchema).max(10).default([]),
  }),
});

export type RegistrationInput = z.infer<typeof registrationSchema>;

/** A signature, as `startAuthentication` returns it. */
const signatureSchema = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64urlSchema,
    authenticatorData: base64urlSchema,
    signature: base64urlSchema,
    userHandle: base64urlSchema,
  }),
});

export type SignatureInput = z.infer<typeof signatureSchema>;

export const demoSignInSchema = z.strictObject({ role: z.enum(roles), token: z.string().max(64) });

export type DemoSignInInput = z.infer<typeof demoSignInSchema>;

const passkeyNameSchema = lineSchema(40).default("");

export const openInvitationSchema = z.strictObject({ code: codeSchema });

export const acceptInvitationSchema = z.strictObject({
  code: codeSchema,
  credential: registrationSchema,
  name: passkeyNameSchema,
  locale: z.enum(languages),
});

export type AcceptInvitationInput = z.infer<typeof acceptInvitationSchema>;

export const signInSchema = z.strictObject({ credential: signatureSchema });

export const addPasskeySchema = z.strictObject({ credential: registrationSchema, name: passkeyNameSchema });

export type AddPasskeyInput = z.infer<typeof addPasskeySchema>;
