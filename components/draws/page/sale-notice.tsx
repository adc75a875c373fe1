"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useInitialLive, useLive, useServerNow } from "@/components/draws/live/live-provider";
import type { SaleDates } from "@/components/draws/sale-dates";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import type { NotOnSaleReason } from "@/lib/draws/rules";

type SaleNoticeProps = {
  dates: SaleDates;
  supportEmail: string | undefined;
};

const tones: Record<NotOnSaleReason, NoticeTone> = {
  "draw-upcoming": "info",
  "draw-closed": "info",
  "draw-cancelled": "warning",
  "sold-out": "positive",
  "jackpot-reached": "positive",
  "all-held": "warning",
  "provider-unsupported": "warning",
  "draw-not-found": "warning",
};

/** Buyers have something to ask the organizer. */
function hasContact(reason: NotOnSaleReason): boolean {
  return reason === "provider-unsupported" || reason === "draw-cancelled";
}

type RebuildModule = Pick<typeof import("./rebuild"), "Rebuild">;

function useRebuildOnOpening(salesOpen: boolean): RebuildModule | null {
  const initial = useInitialLive();
  const [rebuildModule, setRebuilding] = useState<RebuildModule | null>(null);
  const hasOpened = salesOpen && !initial.salesOpen && initial.reason !== "all-held";
  useEffect(() => {
    if (!hasOpened) return;
    let isCancelled = false;
    import("./rebuild").then(
      ({ Rebuild }) => isCancelled || setRebuilding({ Rebuild }),
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [hasOpened]);
  return hasOpened ? rebuildModule : null;
}

export function SaleNotice({ dates, supportEmail }: SaleNoticeProps) {
  const t = useTranslations("live.stops");
  const live = useLive();
  const now = useServerNow();
  const rebuildModule = useRebuildOnOpening(live.salesOpen);
  const { reason } = live;
  // If sales closed after the page was built, the words load later.
  const hasText = reason !== undefined && t.has(`${reason}.title`);
  if (live.salesOpen || !reason || !hasText) {
    return (
      <div role="status" className="-mb-5">
        {rebuildModule ? <rebuildModule.Rebuild /> : null}
      </div>
    );
  }
  const isOver = Date.parse(dates.drawsAt) <= now;
  const closedStage = dates.isDrawn ? "drawn" : isOver ? "waiting" : "ahead";
  const isDrawn = reason === "draw-closed" && dates.isDrawn;
  const title = t(isDrawn ? "draw-closed.over" : `${reason}.title`);
  return (
    <div role="status">
      <Notice id="sale-notice" tone={tones[reason]} title={title}>
        <p>
          {reason === "draw-closed"
            ? t(`draw-closed.${closedStage}`, { date: dates.draws })
            : t(`${reason}.text`, { opens: dates.opens, date: dates.draws })}
        </p>
        {supportEmail && hasContact(reason) ? (
          <a className="address font-semibold text-brand-strong underline" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        ) : null}
      </Notice>
    </div>
  );
}
