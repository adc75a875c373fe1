import { z } from "zod";

/** Body of `POST /api/apple-pay/validate-merchant`. The server uses its own display name. */
export const validateMerchantSchema = z.strictObject({
  validationURL: z.string().min(1).max(2048),
  displayName: z.string().max(256).optional(),
});

export type ValidateMerchantInput = z.infer<typeof validateMerchantSchema>;

/** The session is opaque and passed on unchanged. */
export const merchantSessionSchema = z.looseObject({ merchantSessionIdentifier: z.string().min(1) });

export const appleErrorSchema = z.object({ statusMessage: z.string().optional() });
