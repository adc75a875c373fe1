"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useClockWords } from "./use-clock-words";

type RefreshLineProps = { readAt: Date | null; onRefresh: () => void };

/** Reads again by a button, and says when it was read last: it reads by itself too. */
export function RefreshLine({ readAt, onRefresh }: RefreshLineProps) {
  const t = useTranslations("terminal.refresh");
  const clock = useClockWords();
  return (
    <div className="refresh-line">
      <Button variant="quiet" onClick={onRefresh}>
        <Icon name="refresh" />
        <span className="refresh-word">{t("button")}</span>
      </Button>
      <p className="tabular">{readAt ? t("readAt", { time: clock(readAt) }) : ""}</p>
    </div>
  );
}
