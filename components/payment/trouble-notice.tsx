import { useTranslations } from "next-intl";

import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import type { CheckoutReason, Trouble } from "./checkout-reasons";
import { RetryHint } from "./retry-hint";

const tones: Partial<Record<CheckoutReason, NoticeTone>> = {
  "order-expired": "warning",
  "order-cancelled": "info",
  "payment-not-made": "warning",
  "all-held": "warning",
};

type TroubleNoticeProps = { trouble: Trouble | null; about: Trouble["about"] };

/** It has the card and the button that pays below it on the same screen. */
const troubleClass = "mb-4 max-lg:scroll-mb-104";

/** Why the purchase did not go through and what to do next; it takes the focus when it appears. */
export function TroubleNotice({ trouble, about }: TroubleNoticeProps) {
  const t = useTranslations("reasons");
  if (trouble?.about !== about) return null;
  return (
    <Notice id="checkout-trouble" role="alert" tone={tones[trouble.reason] ?? "danger"} className={troubleClass}>
      <p className="font-medium">{t(t.has(trouble.reason) ? trouble.reason : "internal-error")}</p>
      <RetryHint trouble={trouble} />
    </Notice>
  );
}
