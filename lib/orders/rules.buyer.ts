import type { ProvinceCode } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";
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
