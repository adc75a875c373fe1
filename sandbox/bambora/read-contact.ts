import type { ErrorDetail } from "./gateway-error";
import type { JsonObject } from "./read-json";
import { isObject } from "./read-json";

const maxLengths: Record<string, number> = {
  name: 64,
  address_line1: 64,
  address_line2: 64,
  city: 32,
  province: 2,
  country: 2,
  postal_code: 16,
  phone_number: 20,
  phone_country_code: 3,
  phone_type: 1,
  email_address: 64,
};

/**
 * Documented in docs/bambora.md, Payment fields. An empty province in Canada or the US is refused, as integrators
 * found.
 */
export function readContact(
  source: JsonObject,
  field: "billing" | "shipping",
  details: ErrorDetail[],
): Record<string, string> {
  const contact = source[field];
  if (contact === undefined || contact === null) return {};
  if (!isObject(contact)) {
    details.push({ field, message: `Invalid ${field}` });
    return {};
  }
  const wrong = new Set(Object.keys(maxLengths).filter((key) => isBadText(contact[key], maxLengths[key] ?? 0)));
  if (isBadProvince(contact)) wrong.add("province");
  if (isBadEmail(contact)) wrong.add("email_address");
  for (const key of wrong) details.push({ field: `${field}:${key}`, message: `Invalid ${key}` });
  return Object.fromEntries(
    Object.keys(maxLengths).flatMap((key) => (typeof contact[key] === "string" ? [[key, contact[key]]] : [])),
  );
}

function isBadProvince(contact: JsonObject): boolean {
  const { province, country } = contact;
  if (province === undefined || province === null) return false;
  if (province === "") return country === "CA" || country === "US";
  return typeof province !== "string" || !/^([A-Za-z]{2}|--)$/.test(province);
}

function isBadEmail({ email_address: email }: JsonObject): boolean {
  return typeof email === "string" && email !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

function isBadText(value: unknown, limit: number): boolean {
  return value !== undefined && value !== null && (typeof value !== "string" || value.length > limit);
}
