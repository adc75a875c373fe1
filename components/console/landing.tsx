"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";

import { localizedPath } from "@/lib/platform/i18n/routing";

import { useCurrentAdmin } from "./console-frame";
import { getLandingSection, getSectionPath } from "./sections";

/** Redirects to the page that the person most likely needs. */
export function Landing() {
  const t = useTranslations("console");
  const { replace } = useRouter();
  const path = localizedPath(useLocale(), getSectionPath(getLandingSection(useCurrentAdmin())));
  useEffect(() => replace(path), [replace, path]);
  return <p role="status">{t("loading")}</p>;
}
