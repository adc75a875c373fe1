import { useTranslations } from "next-intl";

import type { ProvinceCode } from "@/lib/address";
import type { CheckoutDraw } from "./checkout-draw";

type Provinces = Pick<CheckoutDraw, "placeRule" | "places" | "provinces">;

/** Where a buyer must be and, if different, live: "in Ontario or in Quebec" (`placeRule`). */
export function useProvinceNames({ placeRule, places, provinces }: Provinces) {
  const t = useTranslations("checkout");
  const nameAll = (codes: readonly ProvinceCode[]) => codes.map((code) => t(`places.${code}`)).join(` ${t("or")} `);
  return { place: nameAll(places), home: placeRule === "residenceApart" ? nameAll(provinces) : "" };
}
