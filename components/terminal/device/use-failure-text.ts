import { useLocale, useTranslations } from "next-intl";

import type { CallRefusal } from "@/lib/platform/http/fetch-json";

/**
 * What is said of a call that failed (docs/design.md, Terminal messages): what the server said, else the error's own
 * words, else `fallback`, which is that nobody knows. French has its own words for each reason.
 */
export function useFailureText(): (refusal: CallRefusal, fallback?: string) => string {
  const locale = useLocale();
  const t = useTranslations("registration.notifications");
  const reasons = useTranslations("reasons");
  return ({ reason, message }, fallback = t("unknown")) => {
    if (locale === "fr" && reasons.has(reason)) return reasons(reason);
    return message || fallback;
  };
}
