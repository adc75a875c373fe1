import { serverNow } from "@/lib/http/fetch-json";
import { toCents } from "@/lib/money";
import type { OrderAnswer, OrderRequest } from "@/lib/orders/client";
import { processApplePayPayment } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import type { MerchantAnswer } from "@/lib/payments/client";
import { validateMerchant } from "@/lib/payments/client";
import type { ApplePayOffer } from "@/lib/payments/rules.apple-pay";
import { billingOf } from "@/lib/payments/rules.apple-pay-contacts";
import { appleOrderNumber, toApplePayPayment } from "@/lib/payments/rules.apple-pay-payment";
import type { ApplePayApi, AuthorizedPayment } from "./apple-pay-api";
import type { OpenSheet, SheetContent } from "./apple-pay-sheet";
import { openSheet } from "./apple-pay-sheet";
import type { CheckoutEvent } from "./checkout-machine";
import type { CheckoutReason } from "./checkout-reasons";
import { eventOfPayment, reserveTickets } from "./purchase";

/** What one press of the Apple Pay button works with. `order` is the held order, null to reserve by `request` first. */
export type ApplePurchase = {
  api: ApplePayApi;
  offer: ApplePayOffer;
  content: SheetContent;
  drawId: string;
  order: OrderView | null;
  request: OrderRequest;
  /** The total of the sheet. */
  shownCents: number;
  dispatch: (event: CheckoutEvent) => void;
};

async function reserve({ order, drawId, request, dispatch }: ApplePurchase): Promise<OrderAnswer> {
  if (order) return { ok: true, order };
  const answer = await reserveTickets(drawId, request);
  if (answer.ok) dispatch({ type: "placed", order: answer.order });
  return answer;
}

/** Why an order cannot be paid by this sheet; null when it can. */
function orderRefusal(placed: OrderAnswer, { shownCents }: ApplePurchase): CheckoutReason | null {
  if (!placed.ok) return placed.reason;
  if (placed.order.status !== "reserved") return "order-expired";
  return toCents(placed.order.amount) === shownCents ? null : "amount-mismatch";
}

function merchantRefusal(answer: MerchantAnswer): CheckoutReason | null {
  if (answer.ok) return null;
  console.error("The merchant was not validated.", answer.reason);
  return "apple-pay-unavailable";
}

async function charge(purchase: ApplePurchase, order: OrderView, payment: AuthorizedPayment): Promise<CheckoutEvent> {
  const body = toApplePayPayment({
    amount: order.amount,
    orderNumber: appleOrderNumber(order.orderId, serverNow()),
    merchantId: purchase.offer.merchantId,
    token: payment.token,
    billing: billingOf(payment),
  });
  const event = eventOfPayment(await processApplePayPayment(purchase.drawId, body));
  const isUnmarked = event.type === "refused" && event.reason === "invalid-input";
  return isUnmarked ? { type: "refused", reason: "payment-details-invalid" } : event;
}

/** The sheet of one press, from the click to its end, and the order that is reserved meanwhile. */
function beginPurchase(purchase: ApplePurchase, end: () => void): void {
  const { dispatch, offer } = purchase;
  let placing: Promise<OrderAnswer> | null = purchase.order ? reserve(purchase) : null;
  const stop = (reason: CheckoutReason) => {
    dispatch({ type: "refused", reason });
    end();
  };
  const sheet: OpenSheet = openSheet(purchase.api, purchase.content, {
    async onValidate(validationURL) {
      const validating = validateMerchant(validationURL, offer.displayName);
      placing ??= reserve(purchase);
      const refusal = orderRefusal(await placing, purchase) ?? merchantRefusal(await validating);
      if (sheet.phase() !== "validating") return;
      const merchant = await validating;
      if (merchant.ok && !refusal) return sheet.present(merchant.merchantSession);
      sheet.abort();
      stop(refusal ?? "apple-pay-unavailable");
    },
    async onAuthorized(payment) {
      const placed = await placing;
      if (!placed?.ok) return;
      dispatch({ type: "payment-sent", at: serverNow() });
      const event = await charge(purchase, placed.order, payment);
      sheet.finish(event.type === "paid");
      dispatch(event);
      end();
    },
    async onCancelled() {
      // An order that is just being taken is this buyer's: it is held, not forgotten.
      await placing;
      stop("apple-pay-cancelled");
    },
    async onValidationTimeout() {
      await placing;
      stop("apple-pay-unavailable");
    },
    onLost: () => dispatch({ type: "answer-lost" }),
  });
}

/**
 * One press of the Apple Pay button, after `submitted`: opens the sheet within the click, reserves while Apple validates the
 * merchant, charges once the buyer has authorized. Ends when the sheet and its payment are over; every outcome is an event.
 */
export async function runApplePurchase(purchase: ApplePurchase): Promise<void> {
  try {
    await new Promise<void>((resolve) => beginPurchase(purchase, resolve));
  } catch (error) {
    console.error("Apple Pay did not open.", error);
    purchase.dispatch({ type: "refused", reason: "apple-pay-unavailable" });
  }
}
