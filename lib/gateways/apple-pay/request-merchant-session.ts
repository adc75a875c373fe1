import "server-only";

import type { CallerCounting } from "@/lib/platform/http/limit-calls";
import { refuseManyCalls } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";

import type { ApplePayGateway, MerchantSession } from "./port.session";
import { isValidationUrl } from "./rules";
import type { ValidateMerchantInput } from "./schema";

/**
 * Opens a payment session at Apple for one sheet, good for one payment and five minutes. Name and domain are those of
 * the configuration. Refusals: `validation-url-invalid` for any address but Apple's, of which nothing is asked,
 * `too-many-calls` of one browser or address, and `apple-pay-unavailable` when Apple Pay is not set up, or Apple cannot
 * be reached or refuses.
 */
export async function requestMerchantSession(
  ctx: CallerCounting & { applePay: ApplePayGateway | null },
  { validationURL }: ValidateMerchantInput,
): Promise<{ ok: true; merchantSession: MerchantSession } | Refusal> {
  if (!isValidationUrl(validationURL)) return refuse("validation-url-invalid");
  if (!ctx.applePay) return refuse("apple-pay-unavailable");
  const stop = await refuseManyCalls(ctx);
  if (stop) return stop;
  const outcome = await ctx.applePay.openSession(validationURL);
  if (outcome.kind === "session") return { ok: true, merchantSession: outcome.session };
  logFailure("Apple opened no payment session.", outcome.problem);
  return refuse("apple-pay-unavailable");
}
