import { z } from "zod";

/** Body of `POST /api/apple-pay/validate-merchant`; the name is the server's own to tell, the client's is not used. */
export const validateMerchantSchema = z.strictObject({
  validationURL: z.string().min(1).max(2048),
  displayName: z.string().max(256).optional(),
});

/** What a browser sends to have its sheet's merchant validated. */
export type ValidateMerchantInput = z.infer<typeof validateMerchantSchema>;

/** A payment session as Apple answers it: opaque, and handed on as it is. */
export const merchantSessionSchema = z.looseObject({ merchantSessionIdentifier: z.string().min(1) });

/** Apple's body of a refusal. */
export const appleErrorSchema = z.object({ statusMessage: z.string().optional() });
