import type { ProvinceCode } from "@/lib/address";
import { isPostalCode, provinceCodes } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";

import type { Buyer } from "./schema";
import type { SheetBilling } from "./schema.payments";

type Places = Pick<Draw, "residenceProvinces" | "enabledProvinces">;

function isAllowed(provinces: readonly ProvinceCode[], province: ProvinceCode): boolean {
  return provinces.length === 0 || provinces.includes(province);
}

/** Whether a draw sells to buyers of a province. */
export function sellsTo(draw: Places, province: ProvinceCode): boolean {
  return isAllowed(draw.residenceProvinces, province) && isAllowed(draw.enabledProvinces, province);
}

/** The buyer that Apple's sheet tells of; null when they do not live where a draw sells. */
export function buyerOfSheet(draw: Places, billing: SheetBilling): Buyer | null {
  const province = provinceCodes.find((code) => code === billing.province.toUpperCase());
  // Apple leaves the country out at times (payments.md 4.3): a province of Canada says the same.
  const isAbroad = billing.country !== undefined && !["", "CA"].includes(billing.country.toUpperCase());
  if (!province || isAbroad || !sellsTo(draw, province)) return null;
  const { postal_code: postalCode, city } = billing;
  return {
    name: billing.name,
    email: billing.email_address,
    phone: billing.phone_number,
    province,
    ...(postalCode && isPostalCode(postalCode) ? { postalCode } : {}),
    ...(city ? { city } : {}),
  };
}
