import { useTranslations } from "next-intl";

import type { CheckoutDraw } from "./checkout-draw";

/** Where a buyer must be, in words: `place` where there is but one, null otherwise; `places` lists them all. */
export function useProvinceWords({ places }: Pick<CheckoutDraw, "places">): { place: string | null; places: string } {
  const t = useTranslations("checkout");
  const [place, ...others] = places;
  return {
    place: place && others.length === 0 ? t(`places.${place}`) : null,
    places: places.map((code) => t(`provinces.${code}`)).join(", "),
  };
}
