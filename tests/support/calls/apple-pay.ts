import { randomBytes } from "node:crypto";

import type { OrderView } from "@/lib/orders/rules";
import { signByWallet } from "@/tests/support/sandbox/wallet";
import type { Answer, Buyer, PaymentAnswer } from "./buyer";
import { cards } from "./buyer";

export const demoMerchant = "merchant.example.tirage";

/** `card` is a test card, `amountCents` the sheet's total. */
export type WalletToken = { card?: string; amountCents: number; merchant?: string; sign?: typeof signByWallet };

export type ApplePayment = {
  token?: string;
  amount?: number;
  orderNumber?: string;
  instanceId?: string;
  billing?: Record<string, string | undefined>;
};

export const sheetBilling = {
  name: "Noé Gagnon",
  address_line1: "2659 Douglas St",
  city: "Ottawa",
  province: "ON",
  country: "CA",
  postal_code: "K1A 0B1",
  email_address: "noe@example.test",
  phone_number: "+1 613 555-0199",
};

export function walletToken(token: WalletToken): string {
  const { card = cards.approved, amountCents, merchant = demoMerchant, sign = signByWallet } = token;
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const data = base64({
    applicationPrimaryAccountNumber: card,
    applicationExpirationDate: "291231",
    currencyCode: "124",
    transactionAmount: amountCents,
    merchantIdentifier: merchant,
  });
  const ephemeralPublicKey = randomBytes(91).toString("base64");
  const transactionId = randomBytes(32).toString("hex");
  const header = { ephemeralPublicKey, publicKeyHash: randomBytes(32).toString("base64"), transactionId };
  const signature = sign({ ephemeralPublicKey, data, transactionId });
  return base64({ version: "EC_v1", data, signature, header });
}

/** The sheet names the buyer later. */
export async function placeByWallet(buyer: Buyer, instanceId: string): Promise<OrderView> {
  const placed = await buyer.placeOrder({ instanceId, body: { buyer: undefined } });
  if (placed.status !== 201) throw new Error(`The order was refused: ${JSON.stringify(placed.body)}`);
  return placed.body.order;
}

export function payByWallet(
  buyer: Buyer,
  order: OrderView,
  payment: ApplePayment = {},
): Promise<Answer<PaymentAnswer>> {
  const { token = walletToken({ amountCents: Math.round(order.amount * 100) }), billing } = payment;
  return buyer.call("POST", "/api/bambora/processApplePayPayment", {
    instanceId: payment.instanceId ?? order.instanceId,
    payment: {
      amount: payment.amount ?? order.amount,
      payment_method: "apple_pay",
      order_number: payment.orderNumber ?? `AP${order.orderId}`,
      billing: { ...sheetBilling, ...billing },
      apple_pay: { passthrough: false, apple_pay_merchant_id: demoMerchant, payment_token: token, complete: true },
    },
  });
}
