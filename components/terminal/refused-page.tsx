"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

import { ErrorScreen } from "@/components/ui/error-screen";

const neverChanges = () => () => undefined;

function readPath(): string {
  const { pathname } = window.location;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Says why a page of the terminal is not served, in the words of spec section 8; the path is the browser's own. */
export function RefusedPage({ verdict }: { verdict: "forbidden" | "missing" }) {
  const t = useTranslations("guards");
  const path = useSyncExternalStore(neverChanges, readPath, () => "");
  if (verdict === "forbidden") return <ErrorScreen statusCode={403} message={t("forbidden")} />;
  return <ErrorScreen statusCode={404} message={t("missing", { path })} />;
}
