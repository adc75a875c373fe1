import { useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { useProvinceWords } from "@/components/order-form/use-province-words";

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
  const { place, places } = useProvinceWords(draw);
  const several = isShort
    ? t("bar.inPlaces", { places: draw.places.join(", ") })
    : t("applePay.confirmPlaces", { places });
  return (
    <p id={id} className={isShort ? undefined : "hint"}>
      {t.rich(isShort ? "bar.confirm" : "applePay.confirm", {
        age: draw.minimumAge,
        where: place ? t("applePay.confirmPlace", { place }) : several,
        link: (words) => (
          <a href="#rules" className="link">
            {words}
          </a>
        ),
      })}
    </p>
  );
}
