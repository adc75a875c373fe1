import { useTranslations } from "next-intl";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";

const tones: Partial<Record<CheckoutReason, NoticeTone>> = {
  "order-expired": "warning",
  "order-cancelled": "info",
  "payment-not-made": "warning",
  "left-unpaid": "warning",
  "all-held": "warning",
  "amount-mismatch": "warning",
};

export function SaleRefusal({ reason }: { reason: CheckoutReason | null }) {
  const tSale = useTranslations("terminalSale.reasons");
  const t = useTranslations("reasons");
  const getReasonText = (key: CheckoutReason) => {
    if (tSale.has(key as "unreachable")) return tSale(key as "unreachable");
    return t(t.has(key) ? key : "internal-error");
  };
  return (
    <div role="alert">
      {reason ? (
        <Notice id="sale-trouble" tone={tones[reason] ?? "danger"} className="mb-5">
          <p className="font-medium">{getReasonText(reason)}</p>
        </Notice>
      ) : null}
    </div>
  );
}
