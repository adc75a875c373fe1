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

export function SaleTrouble({ reason }: { reason: CheckoutReason | null }) {
  const own = useTranslations("terminalSale.reasons");
  const t = useTranslations("reasons");
  const words = (key: CheckoutReason) => {
    if (own.has(key as "unreachable")) return own(key as "unreachable");
    return t(t.has(key) ? key : "internal-error");
  };
  return (
    <div role="alert">
      {reason ? (
        <Notice id="sale-trouble" tone={tones[reason] ?? "danger"} className="mb-5">
          <p className="font-medium">{words(reason)}</p>
        </Notice>
      ) : null}
    </div>
  );
}
