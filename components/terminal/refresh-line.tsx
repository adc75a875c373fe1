"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

type RefreshLineProps = { readAt: Date | null; onRefresh: () => void };

/** Reads again by a button, and says when it was read last: it reads by itself too. */
export function RefreshLine({ readAt, onRefresh }: RefreshLineProps) {
  const t = useTranslations("terminal.refresh");
  const time = new Intl.DateTimeFormat(`${useLocale()}-CA`, { hour: "numeric", minute: "2-digit", second: "2-digit" });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" onClick={onRefresh}>
        {t("button")}
      </Button>
      <p className="tabular text-muted text-sm">{readAt ? t("readAt", { time: time.format(readAt) }) : ""}</p>
    </div>
  );
}
