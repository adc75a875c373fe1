"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

import { buttonClass } from "@/components/ui/button-class";
import { ErrorScreen } from "@/components/ui/error/error-screen";
import { localizedPath } from "@/lib/platform/i18n/routing";

const subscribeToNothing = () => () => undefined;

function readPath(): string {
  const { pathname } = window.location;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** The messages are defined in docs/design.md, Terminal messages. The path is the browser's own. */
export function RefusedPage({ verdict }: { verdict: "forbidden" | "missing" }) {
  const t = useTranslations("guards");
  const path = useSyncExternalStore(subscribeToNothing, readPath, () => "");
  const isForbidden = verdict === "forbidden";
  return (
    <ErrorScreen statusCode={isForbidden ? 403 : 404} message={isForbidden ? t("forbidden") : t("missing", { path })}>
      <a href={localizedPath(useLocale(), "/terminal")} className={buttonClass(isForbidden ? "secondary" : "primary")}>
        {t("terminal")}
      </a>
    </ErrorScreen>
  );
}
