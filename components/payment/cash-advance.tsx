import { useTranslations } from "next-intl";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";

type CashAdvanceProps = {
  draw: Pick<CheckoutDraw, "mayBeCashAdvance">;
  id: string;
  isShort?: boolean;
  className?: string;
};

export function CashAdvance({ draw, id, isShort = false, className = "" }: CashAdvanceProps) {
  const t = useTranslations("checkout");
  if (!draw.mayBeCashAdvance) return null;
  return (
    <p id={id} className={`${isShort ? "" : "hint"} ${className}`.trim() || undefined}>
      {t(isShort ? "bar.cashAdvance" : "cashAdvance")}
    </p>
  );
}
