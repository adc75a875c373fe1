import type { ApplePayApi, AuthorizedPayment } from "@/components/payment/apple-pay/apple-pay-api";
import type { OpenSheet } from "@/components/payment/apple-pay/apple-pay-sheet";
import { openSheet } from "@/components/payment/apple-pay/apple-pay-sheet";
import { provinceCodes } from "@/lib/address";
import { validateMerchant } from "@/lib/gateways/apple-pay/client";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ContactProblem } from "@/lib/gateways/apple-pay/rules.contacts";
import { billingOf } from "@/lib/gateways/apple-pay/rules.contacts";
import { appleOrderNumber, toApplePayPayment } from "@/lib/gateways/apple-pay/rules.payment";
import { sheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { toCents } from "@/lib/money";
import { serverNow } from "@/lib/platform/http/server-clock";
import { payVerification } from "@/lib/verification/client";

/** What became of a verification's payment; `unknown` is not known yet and must not be paid again. */
export type SheetOutcome =
  | { kind: "paid" | "cancelled" | "unavailable" | "unknown" }
  | { kind: "failed"; reason: string };

/** One press of the button. `amount` in dollars; `label` says in the sheet what is paid. */
export type VerificationPress = {
  api: ApplePayApi;
  offer: ApplePayOffer;
  drawId: string;
  amount: number;
  label: string;
  textOf: (problem: ContactProblem) => string;
};

/** Said before anything was charged, although their status is 503. */
const unchargedReasons = new Set<string>(["payment-unavailable", "apple-pay-unavailable", "app-check-unavailable"]);

async function charge(press: VerificationPress, payment: AuthorizedPayment): Promise<SheetOutcome> {
  const { amount, drawId, offer } = press;
  const answer = await payVerification(
    drawId,
    toApplePayPayment({
      amount,
      orderNumber: appleOrderNumber(null, serverNow()),
      merchantId: offer.merchantId,
      token: payment.token,
      billing: billingOf(payment),
    }),
  );
  if (answer.ok) return { kind: answer.isPaid ? "paid" : "unknown" };
  const isOpen = answer.reason === "unreachable" || (answer.status ?? 0) >= 500;
  const isRefused = unchargedReasons.has(answer.reason);
  return isOpen && !isRefused ? { kind: "unknown" } : { kind: "failed", reason: answer.reason };
}

/**
 * Opens the sheet within the click and charges once the card's owner has authorized. Throws what Apple's session
 * throws.
 */
function openPress(press: VerificationPress, end: (outcome: SheetOutcome) => void): void {
  const { offer, amount, label, textOf } = press;
  const cents = toCents(amount);
  const request = sheetRequest({ label: offer.displayName, cents }, [{ label, cents }]);
  const sheet: OpenSheet = openSheet(
    press.api,
    { request, provinces: provinceCodes, textOf },
    {
      async onValidate(validationURL) {
        const merchant = await validateMerchant(validationURL, offer.displayName);
        if (sheet.phase() !== "validating") return;
        if (merchant.ok) return sheet.present(merchant.merchantSession);
        sheet.abort();
        end({ kind: "unavailable" });
      },
      async onAuthorized(payment) {
        const outcome = await charge(press, payment);
        sheet.finish(outcome.kind === "paid");
        end(outcome);
      },
      onCancelled: () => end({ kind: "cancelled" }),
      onUnavailable: () => end({ kind: "unavailable" }),
      onLost: () => end({ kind: "unknown" }),
    },
  );
}

/** One press of the button, to the end of its sheet. Must be called synchronously by the click. Never rejects. */
export function runVerificationSheet(press: VerificationPress): Promise<SheetOutcome> {
  return new Promise<SheetOutcome>((resolve) => openPress(press, resolve)).catch((error: unknown) => {
    console.error("Apple Pay did not open.", error);
    return { kind: "unavailable" };
  });
}
