import "server-only";

import type { CallerContext } from "@/lib/platform/http/limit-calls";
import { checkCallLimit } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";

import type { ApplePayGateway, MerchantSession } from "./port.session";
import { isValidationUrl } from "./rules";
import type { ValidateMerchantInput } from "./schema";

/** Opens a session for one sheet. Refusals: `validation-url-invalid`, `too-many-calls`, `apple-pay-unavailable`. */
export async function requestMerchantSession(
  ctx: CallerContext & { applePay: ApplePayGateway | null },
  { validationURL }: ValidateMerchantInput,
): Promise<{ ok: true; merchantSession: MerchantSession } | Refusal> {
  if (!isValidationUrl(validationURL)) return refuse("validation-url-invalid");
  if (!ctx.applePay) return refuse("apple-pay-unavailable");
  const refusal = await checkCallLimit(ctx);
  if (refusal) return refusal;
  const outcome = await ctx.applePay.openSession(validationURL);
  if (outcome.kind === "session") return { ok: true, merchantSession: outcome.session };
  logFailure("Apple opened no payment session.", outcome.problem);
  return refuse("apple-pay-unavailable");
}
