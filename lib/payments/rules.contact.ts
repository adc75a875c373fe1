import { isPostalCode, provinceCodes } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";
import { sellsTo } from "@/lib/orders/rules.buyer";
import { phoneDigits } from "@/lib/orders/rules.identity";
import type { Buyer } from "@/lib/orders/schema";
import type { Contact } from "./schema.payments";

type Places = Pick<Draw, "residenceProvinces" | "enabledProvinces">;

/** The buyer that a payment tells of; null when they do not live where a draw sells. */
export function buyerOf(draw: Places, contact: Contact): Buyer | null {
  const province = provinceCodes.find((code) => code === contact.province.toUpperCase());
  // Apple leaves the country out at times (docs/bambora.md, Contacts of the sheet): a province of Canada says the same.
  const isAbroad = !["", "CA"].includes(contact.country?.toUpperCase() ?? "");
  if (!province || isAbroad || !sellsTo(draw, province)) return null;
  const { phone_number: phone, postal_code: postalCode, city } = contact;
  return {
    name: contact.name,
    email: contact.email_address,
    province,
    ...(phone ? { phone: phoneDigits(phone) } : {}),
    ...(postalCode && isPostalCode(postalCode) ? { postalCode } : {}),
    ...(city ? { city } : {}),
  };
}
