import { useTranslations } from "next-intl";

import type { Trouble } from "./checkout-reasons";

/** Refusals that pass with time, and do not say so in their own words. */
const passing = new Set<Trouble["reason"]>([
  "all-held",
  "not-enough-left",
  "second-draw-full",
  "too-many-unpaid",
  "too-many-declines",
  "bank-not-answering",
]);

/** When to try again, where a refusal says so: in seconds below a minute and a half, else in minutes; else nothing. */
export function RetryHint({ trouble: { reason, retryAfterSeconds: seconds } }: { trouble: Trouble }) {
  const t = useTranslations("checkout.tryAgain");
  if (seconds === undefined || !passing.has(reason)) return null;
  return (
    <p className="mt-1">
      {seconds < 90 ? t("seconds", { seconds }) : t("minutes", { minutes: Math.round(seconds / 60) })}
    </p>
  );
}
