import { z } from "zod";

/** Documented in docs/bambora.md, Boarding. */
const boardingFlows = ["psp-cad", "psp-usd", "gw-cdn", "gw-usa", "eft-cad", "ach-usd", "sepa-eur", "bacs-gbp"] as const;

export const boardingStates = ["in_progress", "in_review", "on_hold", "approved", "rejected"] as const;

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);
const field = z.union([scalar, z.record(z.string().max(64), scalar)]);
const applicant = z.record(z.string().max(64), field);
const business = z.object({ company_name: z.string().max(200).optional() }).catchall(field);
const flow = z.enum(boardingFlows).default("psp-cad");
const applicationId = z.string().regex(/^[\w-]{1,64}$/);

/**
 * Body of `POST /api/bambora/onboardMerchant`. With only an id, it reads an application. The service validates the
 * fields of each flow.
 */
export const onboardMerchantSchema = z.strictObject({
  flow,
  applicationId: applicationId.optional(),
  application: z
    .strictObject({
      pricing_id: z.string().max(100).optional(),
      applicant: applicant.optional(),
      business: business.optional(),
    })
    .optional(),
});

export type OnboardMerchantInput = z.infer<typeof onboardMerchantSchema>;

const textual = z.union([z.string().min(1), z.number()]).transform(String);

/** It isn't documented if the service answers `id` or `application_id`. */
export const applicationResponseSchema = z
  .object({
    id: textual.optional(),
    application_id: textual.optional(),
    state: z.enum(boardingStates),
    merchant_id: textual.nullish(),
  })
  .transform(({ id, application_id, state, merchant_id: merchantId }) => ({
    applicationId: id ?? application_id,
    state,
    merchantId: merchantId ?? null,
  }));
