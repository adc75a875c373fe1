"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useClockWords } from "./use-clock-words";

type RefreshLineProps = { readAt: Date | null; onRefresh: () => void };

/** Reads again by a button, and says when it was read last: it reads by itself too. */
export function RefreshLine({ readAt, onRefresh }: RefreshLineProps) {
  const t = useTranslations("terminal.refresh");
  const clock = useClockWords();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" onClick={onRefresh}>
        {t("button")}
      </Button>
      <p className="tabular text-muted text-sm">{readAt ? t("readAt", { time: clock(readAt) }) : ""}</p>
    </div>
  );
}
