import "server-only";

import type { Context } from "@/lib/context";
import { refuseManyCalls } from "@/lib/http/limit-calls";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import { logFailure } from "@/lib/log";

import type { MerchantSession } from "./port.apple-pay";
import { isValidationUrl } from "./rules.apple-pay";
import type { ValidateMerchantInput } from "./schema.apple-pay";

/**
 * Opens a payment session at Apple for one sheet, good for one payment and five minutes. Name and domain are those of the
 * configuration. Refusals: `validation-url-invalid` for any address but Apple's, of which nothing is asked,
 * `too-many-calls` of one browser or address, and `apple-pay-unavailable` when Apple Pay is not set up, or Apple cannot be reached or refuses.
 */
export async function requestMerchantSession(
  ctx: Pick<Context, "actor" | "applePay" | "calls" | "now" | "sealer">,
  { validationURL }: ValidateMerchantInput,
): Promise<{ ok: true; merchantSession: MerchantSession } | Refusal> {
  if (!isValidationUrl(validationURL)) return refuse("validation-url-invalid");
  if (!ctx.applePay) return refuse("apple-pay-unavailable");
  const stop = await refuseManyCalls(ctx);
  if (stop) return stop;
  const outcome = await ctx.applePay.openSession(validationURL);
  if (outcome.kind === "session") return { ok: true, merchantSession: outcome.session };
  logFailure("Apple opened no payment session.", new Error(outcome.problem));
  return refuse("apple-pay-unavailable");
}
