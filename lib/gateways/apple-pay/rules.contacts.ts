import { isEmailAddress } from "@/lib/email-address";
import { readPhoneNumber } from "@/lib/phone-number";
import type { ProvinceCode } from "@/lib/postal-address";
import { getPostalCodeProvince, isPostalCode, provinceCodes, readPostalCode } from "@/lib/postal-address";

/** Before the authorization, Apple sends only the city, the province and half of the postal code. */
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

/** Defined in docs/design.md, Billing details. */
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

export type SheetContacts = { billingContact?: SheetContact | undefined; shippingContact?: SheetContact | undefined };

/** Named as in Apple's errors. */
export type ContactField =
  | "name"
  | "emailAddress"
  | "phoneNumber"
  | "postalAddress"
  | "administrativeArea"
  | "postalCode";

/** `contact` is the one in which the buyer must correct the field. */
export type ContactProblem = {
  contact: "billing" | "shipping";
  field: ContactField;
  problem: "required" | "malformed" | "not-eligible";
};

/** The provider's limits (docs/bambora.md, Payment fields). The phone's limit is ours. */
const maxLengths = { line: 64, name: 64, city: 32, phone: 40 } as const;

/** The contact's own province, otherwise the postal code's. Null outside of Canada. */
export function findProvince(contact: SheetContact): ProvinceCode | null {
  if (isAbroad(contact)) return null;
  const area = trimText(contact.administrativeArea).toUpperCase();
  return provinceCodes.find((code) => code === area) ?? getPostalCodeProvince(trimText(contact.postalCode));
}

/** Each value comes from the billing contact, otherwise from the shipping contact (docs/design.md, Billing details). */
export function toBillingDetails(contacts: SheetContacts): BillingDetails {
  const { billingContact: billing, shippingContact: shipping } = contacts;
  const address = (chooseAddressContact(contacts) === "billing" ? billing : shipping) ?? {};
  const [line1, line2] = address.addressLines ?? [];
  return {
    name: (getFullName(billing) || getFullName(shipping)).slice(0, maxLengths.name),
    address_line1: trimText(line1).slice(0, maxLengths.line),
    address_line2: trimText(line2).slice(0, maxLengths.line),
    city: trimText(address.locality).slice(0, maxLengths.city),
    province: findProvince(address) ?? "",
    country: "CA",
    postal_code: readPostalCode(address.postalCode ?? "") ?? trimText(address.postalCode).toUpperCase(),
    email_address: trimText(billing?.emailAddress) || trimText(shipping?.emailAddress),
    phone_number: getPhone(billing) || getPhone(shipping),
  };
}

function findPostalAddressProblems(contacts: SheetContacts, provinces: readonly ProvinceCode[]): ContactProblem[] {
  const contact = chooseAddressContact(contacts);
  const address = (contact === "billing" ? contacts.billingContact : contacts.shippingContact) ?? {};
  if (!hasPostalAddress(address)) return [{ contact, field: "postalAddress", problem: "required" }];
  const province = findProvince(address);
  if (!province || !provinces.includes(province)) {
    return [{ contact, field: "administrativeArea", problem: "not-eligible" }];
  }
  const postalCode = trimText(address.postalCode);
  return postalCode && !isPostalCode(postalCode) ? [{ contact, field: "postalCode", problem: "malformed" }] : [];
}

/** The sheet asks for name, email and phone in the shipping contact, so buyers correct them there. */
export function findAuthorizationProblems(
  contacts: SheetContacts,
  provinces: readonly ProvinceCode[],
): ContactProblem[] {
  const { name, email_address: email, phone_number: phone } = toBillingDetails(contacts);
  const problems: ContactProblem[] = [];
  const note = (field: ContactField, problem: ContactProblem["problem"]) =>
    problems.push({ contact: "shipping", field, problem });
  if (name.length < 2) note("name", "required");
  if (email === "") note("emailAddress", "required");
  else if (!isEmailAddress(email)) note("emailAddress", "malformed");
  if (phone === "") note("phoneNumber", "required");
  return [...problems, ...findPostalAddressProblems(contacts, provinces)];
}

/** Apple leaves email and phone undefined until the authorization, so only empty values count as missing. */
export function findSelectionProblems(contact: SheetContact): ContactProblem[] {
  return (["emailAddress", "phoneNumber"] as const)
    .filter((field) => contact[field] !== undefined && trimText(contact[field]) === "")
    .map((field) => ({ contact: "shipping", field, problem: "required" }));
}

function trimText(text: string | undefined): string {
  return (text ?? "").trim();
}

function getFullName(contact: SheetContact | undefined): string {
  return trimText(`${trimText(contact?.givenName)} ${trimText(contact?.familyName)}`);
}

/** Keeps text that isn't a phone number, because the buyer can't be asked again after authorizing the payment. */
function getPhone(contact: SheetContact | undefined): string {
  const phone = trimText(contact?.phoneNumber?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ""));
  return readPhoneNumber(phone) ?? trimText(phone.slice(0, maxLengths.phone));
}

function hasPostalAddress(contact: SheetContact | undefined): boolean {
  return trimText(contact?.administrativeArea) !== "" || trimText(contact?.postalCode) !== "";
}

function chooseAddressContact({ billingContact }: SheetContacts): "billing" | "shipping" {
  return hasPostalAddress(billingContact) ? "billing" : "shipping";
}

/** Apple may send an empty country after the authorization (docs/bambora.md, Contacts of the sheet). */
function isAbroad({ countryCode }: SheetContact): boolean {
  return trimText(countryCode) !== "" && trimText(countryCode).toUpperCase() !== "CA";
}
