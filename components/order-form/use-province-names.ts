import { useTranslations } from "next-intl";

import type { ProvinceCode } from "@/lib/postal-address";
import type { CheckoutDraw } from "./checkout-draw";

type PlaceSettings = Pick<CheckoutDraw, "placeRule" | "places" | "provinces">;

/** The places where a buyer must be and, if they differ, live: "in Ontario or in Quebec". */
export function useProvinceNames({ placeRule, places, provinces }: PlaceSettings) {
  const t = useTranslations("checkout");
  const joinNames = (codes: readonly ProvinceCode[]) => codes.map((code) => t(`places.${code}`)).join(` ${t("or")} `);
  return { place: joinNames(places), home: placeRule === "residenceApart" ? joinNames(provinces) : "" };
}
