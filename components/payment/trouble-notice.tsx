import { useTranslations } from "next-intl";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import type { CheckoutReason, Trouble } from "./checkout-reasons";

const tones: Partial<Record<CheckoutReason, NoticeTone>> = {
  "order-expired": "warning",
  "order-cancelled": "info",
  "payment-not-made": "warning",
  "all-held": "warning",
};

type TroubleNoticeProps = { trouble: Trouble | null; about: Trouble["about"] };

const troubleClass = "mb-4 max-lg:scroll-mb-104";

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

const transientReasons = new Set<Trouble["reason"]>([
  "all-held",
  "not-enough-left",
  "second-draw-full",
  "too-many-unpaid",
  "too-many-declines",
  "bank-not-answering",
]);

export function RetryHint({ trouble: { reason, retryAfterSeconds: seconds } }: { trouble: Trouble }) {
  const t = useTranslations("checkout.tryAgain");
  if (seconds === undefined || !transientReasons.has(reason)) return null;
  return (
    <p className="mt-1">
      {seconds < 90 ? t("seconds", { seconds }) : t("minutes", { minutes: Math.round(seconds / 60) })}
    </p>
  );
}
