import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { OrderEvent } from "@/components/payment/purchase";
import { reserveTickets, toPaymentEvent } from "@/components/payment/purchase";
import { validateMerchant } from "@/lib/gateways/apple-pay/client";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { toBillingDetails } from "@/lib/gateways/apple-pay/rules.contacts";
import { createAppleOrderNumber, toApplePayPayment } from "@/lib/gateways/apple-pay/rules.payment";
import { toCents } from "@/lib/money";
import type { OrderRequest, OrderResult } from "@/lib/orders/client";
import type { OrderView } from "@/lib/orders/rules";
import { processApplePayPayment } from "@/lib/payments/client";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { ApplePayApi, AuthorizedPayment } from "./apple-pay-api";
import type { OpenSheet, SheetContent } from "./apple-pay-sheet";
import { openSheet } from "./apple-pay-sheet";

/** `order` is the held order. If it is null, `request` reserves one first. */
export type ApplePurchase = {
  api: ApplePayApi;
  offer: ApplePayOffer;
  content: SheetContent;
  drawId: string;
  order: OrderView | null;
  request: OrderRequest;
  shownCents: number;
  dispatch: (event: OrderEvent) => void;
  onFieldProblems: (fields: FieldProblem[]) => void;
};

async function reserve({ order, drawId, request, dispatch }: ApplePurchase): Promise<OrderResult> {
  if (order) return { ok: true, order };
  const answer = await reserveTickets(drawId, request);
  if (answer.ok) dispatch({ type: "placed", order: answer.order });
  return answer;
}

function findOrderRefusal(answer: OrderResult, { shownCents }: ApplePurchase): CheckoutReason | null {
  if (!answer.ok) return answer.reason;
  if (answer.order.status !== "reserved") return "order-expired";
  return toCents(answer.order.amount) === shownCents ? null : "amount-mismatch";
}

async function charge(purchase: ApplePurchase, order: OrderView, payment: AuthorizedPayment): Promise<OrderEvent> {
  const body = toApplePayPayment({
    amount: order.amount,
    orderNumber: createAppleOrderNumber(order.orderId, serverNow()),
    merchantId: purchase.offer.merchantId,
    token: payment.token,
    billing: toBillingDetails(payment),
  });
  const event = toPaymentEvent(await processApplePayPayment(purchase.drawId, body));
  const isWithoutField = event.type === "refused" && event.reason === "invalid-input";
  return isWithoutField ? { type: "refused", reason: "payment-details-invalid" } : event;
}

type Settlement = { resolve: () => void; reject: (error: unknown) => void };

function beginPurchase(purchase: ApplePurchase, { resolve, reject }: Settlement): void {
  const { dispatch, offer, onFieldProblems } = purchase;
  let { order } = purchase;
  let placement: Promise<OrderResult> | null = null;

  async function place(): Promise<OrderResult> {
    const placed = await reserve(purchase);
    if (placed.ok) order = placed.order;
    return placed;
  }
  async function prepare(validationURL: string): Promise<void> {
    const validation = validateMerchant(validationURL, offer.displayName);
    placement = place();
    const refusal = findOrderRefusal(await placement, purchase);
    const merchant = refusal ? null : await validation;
    if (sheet.phase() !== "validating") return;
    if (merchant?.ok) return sheet.present(merchant.merchantSession);
    if (merchant) console.error("The merchant was not validated.", merchant.reason);
    sheet.abort();
    await stop(refusal ?? "apple-pay-unavailable");
  }
  async function pay(payment: AuthorizedPayment): Promise<void> {
    if (!order) throw new Error("A sheet was authorized without an order.");
    dispatch({ type: "payment-sent", at: serverNow() });
    const event = await charge(purchase, order, payment);
    sheet.finish(event.type === "paid");
    dispatch(event);
    resolve();
  }
  async function stop(reason: CheckoutReason): Promise<void> {
    // An order that is being placed is this buyer's, so it stays held.
    const placed = await placement;
    dispatch({ type: "refused", reason });
    if (placed && !placed.ok) onFieldProblems(placed.fields);
    resolve();
  }
  const fail = (error: unknown) => {
    sheet.abort();
    reject(error);
  };

  const sheet: OpenSheet = openSheet(purchase.api, purchase.content, {
    onValidate: (validationURL) => prepare(validationURL).catch(fail),
    onAuthorized: (payment) => pay(payment).catch(fail),
    onCancelled: () => stop("apple-pay-cancelled").catch(fail),
    onUnavailable: () => stop("apple-pay-unavailable").catch(fail),
    onLost: () => dispatch({ type: "answer-lost" }),
  });
}

/**
 * Opens the sheet within the click, reserves while Apple validates the merchant, and charges once the buyer has
 * authorized. Requires `submitted`. Resolves when sheet and payment are over; every outcome is an event.
 */
export function runApplePurchase(purchase: ApplePurchase): Promise<void> {
  return new Promise((resolve, reject) => {
    try {
      beginPurchase(purchase, { resolve, reject });
    } catch (error) {
      console.error("Apple Pay did not open.", error);
      purchase.dispatch({ type: "refused", reason: "apple-pay-unavailable" });
      resolve();
    }
  });
}
