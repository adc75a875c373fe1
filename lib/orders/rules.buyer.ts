import type { ProvinceCode } from "@/lib/address";
import { isPostalCode, provinceCodes } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";
import type { Contact } from "@/lib/payments/schema.payments";
import { phoneDigits } from "./rules.identity";
import type { Buyer } from "./schema";

type Places = Pick<Draw, "residenceProvinces" | "enabledProvinces">;

function isAllowed(provinces: readonly ProvinceCode[], province: ProvinceCode): boolean {
  return provinces.length === 0 || provinces.includes(province);
}

/** Whether a draw sells to buyers of a province. */
export function sellsTo(draw: Places, province: ProvinceCode): boolean {
  return isAllowed(draw.residenceProvinces, province) && isAllowed(draw.enabledProvinces, province);
}

/** A buyer as an order keeps it; null where it is not known. */
export function keptBuyer(buyer: Buyer | undefined): Buyer | null {
  if (!buyer) return null;
  return buyer.phone ? { ...buyer, phone: phoneDigits(buyer.phone) } : buyer;
}

/** The buyer that a payment tells of; null when they do not live where a draw sells. */
export function buyerOf(draw: Places, contact: Contact): Buyer | null {
  const province = provinceCodes.find((code) => code === contact.province.toUpperCase());
  // Apple leaves the country out at times (payments.md 4.3): a province of Canada says the same.
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
