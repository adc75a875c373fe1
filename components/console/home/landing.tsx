"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";

import { useCurrentAdmin } from "@/components/console/console-frame";
import { getLandingSection, getSectionPath } from "@/components/console/sections";
import { localizedPath } from "@/lib/platform/i18n/routing";

import { Home } from "./home";

/** The home, or a redirect to the page that a person without it most likely needs. */
export function Landing() {
  const section = getLandingSection(useCurrentAdmin());
  return section === "home" ? <Home /> : <Redirect path={getSectionPath(section)} />;
}

function Redirect({ path }: { path: string }) {
  const t = useTranslations("console");
  const { replace } = useRouter();
  const localPath = localizedPath(useLocale(), path);
  useEffect(() => replace(localPath), [replace, localPath]);
  return <p role="status">{t("loading")}</p>;
}
