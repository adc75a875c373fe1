import type { PaymentSource } from "@/lib/gateways/payment/port";
import { toPhoneDigits } from "@/lib/orders/rules.identity";
import type { Buyer } from "@/lib/orders/schema";
import type { Contact, PaymentInput } from "@/lib/payments/schema";
import { readPhoneNumber } from "@/lib/phone-number";
import { provinceCodes, readPostalCode } from "@/lib/postal-address";

/** Apple Pay's order numbers are `AP` and the order's id. */
export function getOrderId({ order_number: number }: PaymentInput): string {
  return number.slice(-26);
}

/** `merchantId` is ours. Apple Pay tokens must have been issued for it. */
export function toPaymentSource(payment: PaymentInput, merchantId: string): PaymentSource {
  switch (payment.payment_method) {
    case "token":
      return { kind: "token", code: payment.token.code, name: payment.token.name };
    case "apple_pay":
      return { kind: "apple_pay", merchantId, paymentToken: payment.apple_pay.payment_token };
    case "payment_profile":
      return { kind: "payment_profile", customerCode: payment.payment_profile.customer_code };
  }
}

/** The order's own id, so that a profile is unique and can't pay another order. */
export function getCustomerCode(orderId: string): string {
  return orderId;
}

/** Identifies the payment: a second one with the same token repeats the first. */
export function getToken(source: PaymentSource): string {
  if (source.kind === "token") return source.code;
  return source.kind === "apple_pay" ? source.paymentToken : source.customerCode;
}

/** Defined in docs/design.md, Gateway order numbers. */
export function getNumberPrefix(kind: PaymentSource["kind"]): "" | "AP" {
  return kind === "apple_pay" ? "AP" : "";
}

type Billing = PaymentInput["billing"];

/** The gateway refuses empty billing fields (docs/bambora.md, Payment fields). */
function omitEmpty(fields: Record<string, string | undefined>): Record<string, string> {
  const filled = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()));
  return Object.fromEntries(filled);
}

/** The gateway takes at most 16 characters. */
function toGatewayPostalCode(text: string | undefined): string | undefined {
  return text && (readPostalCode(text) ?? text.slice(0, 16));
}

/** The payment's own details complete the order's buyer. */
export function toBilling(buyer: Buyer | null, billing: Billing): Record<string, string> {
  return omitEmpty({
    ...billing,
    name: buyer?.name ?? billing.name,
    email_address: buyer?.email ?? billing.email_address,
    phone_number: toPhoneDigits(buyer?.phone ?? billing.phone_number ?? "").slice(0, 20),
    province: buyer?.province ?? billing.province,
    postal_code: buyer?.postalCode ?? toGatewayPostalCode(billing.postal_code),
    city: buyer?.city ?? billing.city,
    country: "CA",
  });
}

/** Null if the buyer lives outside of Canada. */
export function toBuyer(contact: Contact): Buyer | null {
  const province = provinceCodes.find((code) => code === contact.province.toUpperCase());
  // Apple may leave the country out (docs/bambora.md, Contacts of the sheet), and then a Canadian province decides.
  const isAbroad = !["", "CA"].includes(contact.country?.toUpperCase() ?? "");
  if (!province || isAbroad) return null;
  const { phone_number: phone, city } = contact;
  const postalCode = readPostalCode(contact.postal_code ?? "");
  return {
    name: contact.name,
    email: contact.email_address,
    province,
    // Kept even if it isn't a phone number: Apple's sheet accepts any text.
    ...(phone ? { phone: readPhoneNumber(phone) ?? phone } : {}),
    ...(postalCode ? { postalCode } : {}),
    ...(city ? { city } : {}),
  };
}
