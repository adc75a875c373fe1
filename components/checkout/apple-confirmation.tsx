import { useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { useProvinceWords } from "@/components/order-form/use-province-words";
import type { ProvinceCode } from "@/lib/address";

type AppleConfirmationProps = {
  draw: CheckoutDraw;
  /** What Apple's button is described by. */
  id: string;
  /** In few words, with the codes of several provinces, as the bar has room for. */
  isShort?: boolean;
};

/** The buyer says by the press of Apple's button what the boxes of the form say otherwise. */
export function AppleConfirmation({ draw, id, isShort = false }: AppleConfirmationProps) {
  const t = useTranslations("checkout");
  const { placeRule } = draw;
  const words = useProvinceWords(draw);
  const inShort = (codes: readonly ProvinceCode[], named: string) =>
    codes.length === 1 ? named : t("bar.inPlaces", { places: codes.join(", ") });
  const short = { place: inShort(draw.places, words.place), home: inShort(draw.provinces, words.home) };
  return (
    <p id={id} className={isShort ? undefined : "hint"}>
      {t.rich(isShort ? "bar.confirm" : "applePay.confirm", {
        age: draw.minimumAge,
        where: isShort ? t(`bar.${placeRule}`, short) : t(`applePay.${placeRule}`, words),
        link: (words) => (
          <a href="#rules" className="link">
            {words}
          </a>
        ),
      })}
    </p>
  );
}
