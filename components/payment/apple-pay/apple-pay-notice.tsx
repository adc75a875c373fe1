import { useTranslations } from "next-intl";
import type { CheckoutReason, Trouble } from "@/components/payment/checkout-reasons";
import { isPaymentRefusal } from "@/components/payment/checkout-reasons";
import { RetryHint } from "@/components/payment/retry-hint";
import { Notice } from "@/components/ui/notice";

/** The sentence that stands above a reason (docs/design.md, Payment messages); null where the reason says it all. */
function titleKey(reason: CheckoutReason): "cancelled" | "unavailable" | "failed" | null {
  if (reason === "apple-pay-cancelled") return "cancelled";
  if (reason === "apple-pay-unavailable") return "unavailable";
  return isPaymentRefusal(reason) ? "failed" : null;
}

/** Why a purchase by Apple Pay did not go through; it takes the focus when it appears. */
export function ApplePayNotice({ trouble }: { trouble: Trouble | null }) {
  const t = useTranslations("checkout.applePay");
  const reasons = useTranslations("reasons");
  if (trouble?.about !== "apple-pay") return null;
  const title = titleKey(trouble.reason);
  return (
    <Notice
      id="checkout-trouble"
      role="alert"
      tone={title === "cancelled" ? "info" : "danger"}
      title={title ? t(title) : null}
    >
      <p>{reasons(reasons.has(trouble.reason) ? trouble.reason : "internal-error")}</p>
      <RetryHint trouble={trouble} />
    </Notice>
  );
}
