import { useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";

type CashAdvanceProps = {
  draw: Pick<CheckoutDraw, "mayBeCashAdvance">;
  /** What the button that pays is described by. */
  id: string;
  /** In few words, as the bar has room for. */
  isShort?: boolean;
  className?: string;
};

/** What a bank may charge for such a purchase, before it is made; nothing where its draw does not say so. */
export function CashAdvance({ draw, id, isShort = false, className = "" }: CashAdvanceProps) {
  const t = useTranslations("checkout");
  if (!draw.mayBeCashAdvance) return null;
  return (
    <p id={id} className={`${isShort ? "" : "hint"} ${className}`.trim() || undefined}>
      {t(isShort ? "bar.cashAdvance" : "cashAdvance")}
    </p>
  );
}
