import { useLocale, useTranslations } from "next-intl";

import type { CallRefusal } from "@/lib/http/fetch-json";

/**
 * What a notification says of a call that failed (spec section 8): what the server said, else the error's own words, else
 * that nobody knows. French has its own words for each reason.
 */
export function useFailureText(): (refusal: CallRefusal) => string {
  const locale = useLocale();
  const t = useTranslations("registration.notifications");
  const reasons = useTranslations("reasons");
  return ({ reason, message }) => {
    if (locale === "fr" && reasons.has(reason)) return reasons(reason);
    return message || t("unknown");
  };
}
