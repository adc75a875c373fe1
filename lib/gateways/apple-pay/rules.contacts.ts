import type { ProvinceCode } from "@/lib/address";
import { isPostalCode, provinceCodes, provinceOfPostalCode, readPostalCode } from "@/lib/address";
import { isEmailAddress } from "@/lib/email-address";
import { readPhoneNumber } from "@/lib/phone-number";

/**
 * A contact of the sheet. Before the authorization Apple leaves out all but town, province and half of the postal code.
 */
export type SheetContact = {
  givenName?: string;
  familyName?: string;
  emailAddress?: string;
  phoneNumber?: string;
  addressLines?: readonly string[];
  locality?: string;
  administrativeArea?: string;
  postalCode?: string;
  country?: string;
  countryCode?: string;
};

/** Billing details of a payment (docs/design.md, Billing details). */
export type BillingDetails = {
  name: string;
  address_line1: string;
  address_line2: string;
  city: string;
  province: string;
  country: "CA";
  postal_code: string;
  email_address: string;
  phone_number: string;
};

/** The contacts of an authorized payment. */
export type SheetContacts = { billingContact?: SheetContact | undefined; shippingContact?: SheetContact | undefined };

/** A field of a contact, as Apple's errors name it. */
export type ContactField =
  | "name"
  | "emailAddress"
  | "phoneNumber"
  | "postalAddress"
  | "administrativeArea"
  | "postalCode";

/**
 * What is wrong with a contact and where the buyer mends it; `required`, `malformed`, or a province that may not buy.
 */
export type ContactProblem = {
  contact: "billing" | "shipping";
  field: ContactField;
  problem: "required" | "malformed" | "not-eligible";
};

/** Lengths that Bambora takes (docs/bambora.md, Payment fields); of a phone, what is kept as it came. */
const longest = { line: 64, name: 64, city: 32, phone: 40 } as const;

function clean(text: string | undefined): string {
  return (text ?? "").trim();
}

function nameOf(contact: SheetContact | undefined): string {
  return clean(`${clean(contact?.givenName)} ${clean(contact?.familyName)}`);
}

/** A phone in digits, or as it came: who has authorized a payment is not asked again for it. */
function phoneOf(contact: SheetContact | undefined): string {
  const told = clean(contact?.phoneNumber?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ""));
  return readPhoneNumber(told) ?? clean(told.slice(0, longest.phone));
}

function hasAddress(contact: SheetContact | undefined): boolean {
  return clean(contact?.administrativeArea) !== "" || clean(contact?.postalCode) !== "";
}

/** Whose address pays: the billing contact's, else the shipping contact's. */
function addressRole({ billingContact }: SheetContacts): "billing" | "shipping" {
  return hasAddress(billingContact) ? "billing" : "shipping";
}

/**
 * After the authorization the country has been seen empty (docs/bambora.md, Contacts of the sheet): only another one is
 * foreign.
 */
function isForeign({ countryCode }: SheetContact): boolean {
  return clean(countryCode) !== "" && clean(countryCode).toUpperCase() !== "CA";
}

/** The province of a contact: its code, else the one that the postal code begins with; null outside Canada. */
export function provinceOf(contact: SheetContact): ProvinceCode | null {
  if (isForeign(contact)) return null;
  const area = clean(contact.administrativeArea).toUpperCase();
  return provinceCodes.find((code) => code === area) ?? provinceOfPostalCode(clean(contact.postalCode));
}

/**
 * The billing details of an authorized payment: each from the billing contact, else from the shipping contact
 * (docs/design.md, Billing details).
 */
export function billingOf(contacts: SheetContacts): BillingDetails {
  const { billingContact: billing, shippingContact: shipping } = contacts;
  const address = (addressRole(contacts) === "billing" ? billing : shipping) ?? {};
  const [line1, line2] = address.addressLines ?? [];
  return {
    name: (nameOf(billing) || nameOf(shipping)).slice(0, longest.name),
    address_line1: clean(line1).slice(0, longest.line),
    address_line2: clean(line2).slice(0, longest.line),
    city: clean(address.locality).slice(0, longest.city),
    province: provinceOf(address) ?? "",
    country: "CA",
    postal_code: readPostalCode(address.postalCode ?? "") ?? clean(address.postalCode).toUpperCase(),
    email_address: clean(billing?.emailAddress) || clean(shipping?.emailAddress),
    phone_number: phoneOf(billing) || phoneOf(shipping),
  };
}

function addressProblems(contacts: SheetContacts, provinces: readonly ProvinceCode[]): ContactProblem[] {
  const contact = addressRole(contacts);
  const address = (contact === "billing" ? contacts.billingContact : contacts.shippingContact) ?? {};
  if (!hasAddress(address)) return [{ contact, field: "postalAddress", problem: "required" }];
  const province = provinceOf(address);
  if (!province || !provinces.includes(province)) {
    return [{ contact, field: "administrativeArea", problem: "not-eligible" }];
  }
  const postalCode = clean(address.postalCode);
  return postalCode && !isPostalCode(postalCode) ? [{ contact, field: "postalCode", problem: "malformed" }] : [];
}

/**
 * What keeps an authorized payment from being charged: no e-mail or phone in either contact, no name, an address
 * outside `provinces`. Name, e-mail and phone are asked for in the shipping contact, so that is where they are mended.
 */
export function authorizedProblems(contacts: SheetContacts, provinces: readonly ProvinceCode[]): ContactProblem[] {
  const { name, email_address: email, phone_number: phone } = billingOf(contacts);
  const found: ContactProblem[] = [];
  const note = (field: ContactField, problem: ContactProblem["problem"]) =>
    found.push({ contact: "shipping", field, problem });
  if (name.length < 2) note("name", "required");
  if (email === "") note("emailAddress", "required");
  else if (!isEmailAddress(email)) note("emailAddress", "malformed");
  if (phone === "") note("phoneNumber", "required");
  return [...found, ...addressProblems(contacts, provinces)];
}

/**
 * What is wrong with a shipping contact when it is selected. Apple hides e-mail and phone until the authorization, so
 * they are missing only where they are told and empty. Its address is let be: the billing one, told later, comes before
 * it.
 */
export function selectedProblems(contact: SheetContact): ContactProblem[] {
  return (["emailAddress", "phoneNumber"] as const)
    .filter((field) => contact[field] !== undefined && clean(contact[field]) === "")
    .map((field) => ({ contact: "shipping", field, problem: "required" }));
}
