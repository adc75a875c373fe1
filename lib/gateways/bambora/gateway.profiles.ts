import "server-only";

import type { PaymentGateway, StoreOutcome } from "@/lib/gateways/payment/port";
import type { BamboraCall, BamboraResponse } from "./gateway.http";
import { toChargeRefusal } from "./rules.codes";
import { errorResponseSchema, profileResponseSchema } from "./schema";

/** The answer to a new profile lacks its card and may get lost, so the profile is read before and after. */
export function createBamboraProfiles(call: BamboraCall): Pick<PaymentGateway, "storeCard"> {
  return {
    storeCard: async ({ merchantId, profilePasscode }, { customerCode, token }) => {
      if (!profilePasscode) return { kind: "refused", reason: "payment-unavailable", code: null };
      const account = { merchantId, passcode: profilePasscode };
      const unreadable = (): BamboraResponse => ({ status: 0, body: null });
      const readProfile = () => call(account, `/profiles/${encodeURIComponent(customerCode)}`).catch(unreadable);
      const existing = await readProfile();
      if (!isCodeUnused(existing)) return readStored(existing, customerCode) ?? readRefusal(existing);
      const created = await call(account, "/profiles", { customer_code: customerCode, token }).catch(unreadable);
      return readStored(await readProfile(), customerCode) ?? readRefusal(created);
    },
  };
}

function readStored({ status, body }: BamboraResponse, customerCode: string): StoreOutcome | null {
  const profile = status === 200 ? profileResponseSchema.safeParse(body).data : null;
  if (profile?.customer_code !== customerCode || !profile.card) return null;
  const { card_type: cardType, number } = profile.card;
  return { kind: "stored", cardType: cardType ?? null, lastFour: number?.match(/\d{4}$/)?.[0] ?? null };
}

function readRefusal({ status, body }: BamboraResponse): StoreOutcome {
  if (status === 401 || status === 403) return { kind: "refused", reason: "payment-unavailable", code: null };
  const error = errorResponseSchema.safeParse(body).data;
  const reason = error && status < 500 ? toChargeRefusal(error.code, error.category) : null;
  const code = error ? String(error.code) : null;
  return reason ? { kind: "refused", reason, code } : { kind: "unknown", code };
}

/** The answer for an unused code isn't documented, so any other 4xx counts as unused. */
function isCodeUnused({ status }: BamboraResponse): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
}
