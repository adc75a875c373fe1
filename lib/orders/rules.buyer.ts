import type { Draw } from "@/lib/draws/schema";
import { canSellTo } from "@/lib/eligibility/rules";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Buyer } from "./schema";

export type BuyerRefusal = Refusal<"province-not-eligible">;

type Provinces = Pick<Draw, "residenceProvinces" | "enabledProvinces">;

/**
 * Checks the buyer of an order or, with Apple Pay, of its payment. `path` is the field of the request that names them.
 */
export function checkBuyer(draw: Provinces, buyer: Buyer, path: "buyer" | "payment.billing"): BuyerRefusal | null {
  return canSellTo(draw, buyer.province) ? null : refuseProvince(path);
}

export function refuseProvince(path: "buyer" | "payment.billing"): BuyerRefusal {
  return refuse("province-not-eligible", [{ field: `${path}.province`, problem: "not-in-draw" }]);
}
