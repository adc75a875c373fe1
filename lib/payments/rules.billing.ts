import { provinceCodes, readPostalCode } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";
import { sellsTo } from "@/lib/eligibility/rules";
import { phoneDigits } from "@/lib/orders/rules.identity";
import type { Buyer } from "@/lib/orders/schema";
import { readPhoneNumber } from "@/lib/phone-number";
import type { Contact, SentPayment } from "./schema.payments";

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

const nameLimits = { shortest: 4, longest: 64 };

/**
 * Bambora requires 4 to 64 characters beside a token (docs/bambora.md, Payment fields), and some people's names are
 * shorter.
 */
export function cardHolder(name: string): string {
  return name.trim().slice(0, nameLimits.longest).padEnd(nameLimits.shortest, ".");
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
