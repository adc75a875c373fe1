"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";

import { localizedPath } from "@/lib/platform/i18n/routing";

import { useCurrentAdmin } from "./console-frame";
import { landingPlace, pathOf } from "./places";

/** Opens the page that a person most likely came for. */
export function Landing() {
  const t = useTranslations("console");
  const { replace } = useRouter();
  const path = localizedPath(useLocale(), pathOf(landingPlace(useCurrentAdmin())));
  useEffect(() => replace(path), [replace, path]);
  return <p role="status">{t("loading")}</p>;
}
