import { phoneDigits } from "./rules.identity";
import type { Buyer } from "./schema";

/** A buyer as an order keeps it; null where it is not known. */
export function keptBuyer(buyer: Buyer | undefined): Buyer | null {
  if (!buyer) return null;
  return buyer.phone ? { ...buyer, phone: phoneDigits(buyer.phone) } : buyer;
}
