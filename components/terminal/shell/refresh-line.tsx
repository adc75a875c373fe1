"use client";

import { useTranslations } from "next-intl";
import { usePageTime } from "@/components/draws/use-page-time";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type RefreshLineProps = {
  readAt: Date | null;
  onRefresh: () => void;
  isShort?: boolean;
};

const buttonClass = "-ml-3 min-h-11 min-w-11 px-3 py-1 text-muted text-sm no-underline hover:text-ink hover:underline";

export function RefreshLine({ readAt, onRefresh, isShort = false }: RefreshLineProps) {
  const t = useTranslations("terminal.refresh");
  const clock = usePageTime("clock");
  return (
    <div
      className={`flex flex-wrap items-center gap-x-2 text-muted text-sm ${isShort ? "max-sm:gap-x-0 max-sm:text-[0.8125rem]" : ""}`}
    >
      <Button variant="quiet" onClick={onRefresh} className={buttonClass}>
        <Icon name="refresh" />
        <span className={isShort ? "max-sm:sr-only" : undefined}>{t("button")}</span>
      </Button>
      <p className="tabular">{readAt ? t("readAt", { time: clock(readAt) }) : ""}</p>
    </div>
  );
}
