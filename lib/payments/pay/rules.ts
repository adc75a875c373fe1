import { provinceCodes, readPostalCode } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";
import { sellsTo } from "@/lib/eligibility/rules";
import type { PaymentSource } from "@/lib/gateways/payment/gateway";
import { phoneDigits } from "@/lib/orders/rules.identity";
import type { Buyer } from "@/lib/orders/schema";
import type { Contact, SentPayment } from "@/lib/payments/schema";
import { readPhoneNumber } from "@/lib/phone-number";

/** The order that a payment is for: Apple Pay writes `AP` before its id. */
export function orderIdOf({ order_number: number }: SentPayment): string {
  return number.slice(-26);
}

/** What a payment is made with; `merchantId` is the one that Apple Pay tokens must be made for here. */
export function sourceOf(payment: SentPayment, merchantId: string): PaymentSource {
  switch (payment.payment_method) {
    case "token":
      return { kind: "token", code: payment.token.code, name: payment.token.name };
    case "apple_pay":
      return { kind: "apple_pay", merchantId, paymentToken: payment.apple_pay.payment_token };
    case "payment_profile":
      return { kind: "payment_profile", customerCode: payment.payment_profile.customer_code };
  }
}

/** The code of an order's payment profile at the gateway: its own, so that it pays no other and there is one of it. */
export function customerCodeOf(orderId: string): string {
  return orderId;
}

/** A second payment with the same token is the first one, repeated. */
export function tokenOf(source: PaymentSource): string {
  if (source.kind === "token") return source.code;
  return source.kind === "apple_pay" ? source.paymentToken : source.customerCode;
}

/** What the gateway order numbers of such attempts begin with (docs/design.md, Gateway order numbers). */
export function numberPrefixOf(kind: PaymentSource["kind"]): "" | "AP" {
  return kind === "apple_pay" ? "AP" : "";
}

type Billing = SentPayment["billing"];

/** Drops what is empty: Bambora refuses empty and malformed billing fields (docs/bambora.md, Payment fields). */
function withoutEmpty(fields: Record<string, string | undefined>): Record<string, string> {
  const filled = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()));
  return Object.fromEntries(filled);
}

/** Bambora takes 16 characters. */
function gatewayPostalCode(text: string | undefined): string | undefined {
  return text && (readPostalCode(text) ?? text.slice(0, 16));
}

/** Billing details of a payment: what the buyer told the order, completed by what came with the payment. */
export function toBilling(buyer: Buyer | null, billing: Billing): Record<string, string> {
  return withoutEmpty({
    ...billing,
    name: buyer?.name ?? billing.name,
    email_address: buyer?.email ?? billing.email_address,
    phone_number: phoneDigits(buyer?.phone ?? billing.phone_number ?? "").slice(0, 20),
    province: buyer?.province ?? billing.province,
    postal_code: buyer?.postalCode ?? gatewayPostalCode(billing.postal_code),
    city: buyer?.city ?? billing.city,
    country: "CA",
  });
}

type Places = Pick<Draw, "residenceProvinces" | "enabledProvinces">;

/** The buyer in a payment's details; null if they don't live where a draw sells. */
export function buyerOf(draw: Places, contact: Contact): Buyer | null {
  const province = provinceCodes.find((code) => code === contact.province.toUpperCase());
  // Apple leaves the country out at times (docs/bambora.md, Contacts of the sheet): a province of Canada says the same.
  const isAbroad = !["", "CA"].includes(contact.country?.toUpperCase() ?? "");
  if (!province || isAbroad || !sellsTo(draw, province)) return null;
  const { phone_number: phone, city } = contact;
  const postalCode = readPostalCode(contact.postal_code ?? "");
  return {
    name: contact.name,
    email: contact.email_address,
    province,
    // What Apple's sheet has told is kept as it came, where it is no number.
    ...(phone ? { phone: readPhoneNumber(phone) ?? phone } : {}),
    ...(postalCode ? { postalCode } : {}),
    ...(city ? { city } : {}),
  };
}
