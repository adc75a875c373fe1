import { useTranslations } from "next-intl";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import type { CheckoutReason, CheckoutRefusal } from "./checkout-reasons";

const tones: Partial<Record<CheckoutReason, NoticeTone>> = {
  "order-expired": "warning",
  "order-cancelled": "info",
  "payment-not-made": "warning",
  "all-held": "warning",
};

type RefusalNoticeProps = { refusal: CheckoutRefusal | null; about: CheckoutRefusal["about"] };

const noticeClass = "mb-4 max-lg:scroll-mb-104";

export function RefusalNotice({ refusal, about }: RefusalNoticeProps) {
  const t = useTranslations("reasons");
  if (refusal?.about !== about) return null;
  return (
    <Notice id="checkout-trouble" role="alert" tone={tones[refusal.reason] ?? "danger"} className={noticeClass}>
      <p className="font-medium">{t(t.has(refusal.reason) ? refusal.reason : "internal-error")}</p>
      <RetryHint refusal={refusal} />
    </Notice>
  );
}

const transientReasons = new Set<CheckoutRefusal["reason"]>([
  "all-held",
  "not-enough-left",
  "second-draw-full",
  "too-many-unpaid",
  "too-many-declines",
  "bank-not-answering",
]);

export function RetryHint({ refusal: { reason, retryAfterSeconds: seconds } }: { refusal: CheckoutRefusal }) {
  const t = useTranslations("checkout.tryAgain");
  if (seconds === undefined || !transientReasons.has(reason)) return null;
  return (
    <p className="mt-1">
      {seconds < 90 ? t("seconds", { seconds }) : t("minutes", { minutes: Math.round(seconds / 60) })}
    </p>
  );
}
