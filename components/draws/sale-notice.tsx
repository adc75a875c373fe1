"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { NoticeTone } from "@/components/ui/notice";
import { Notice } from "@/components/ui/notice";
import type { SaleStop } from "@/lib/draws/rules";
import { useInitialLive, useLive, useServerNow } from "./live-provider";
import type { SaleDates } from "./sale-dates";

type SaleNoticeProps = {
  dates: SaleDates;
  /** Where questions go, if the draw says. */
  supportEmail: string | undefined;
  hasWinners: boolean;
};

const tones: Record<SaleStop, NoticeTone> = {
  "draw-upcoming": "info",
  "draw-closed": "info",
  "sold-out": "positive",
  "all-held": "warning",
  "provider-unsupported": "warning",
  "draw-not-found": "warning",
};

/** How often the page is asked for anew once sales have opened, in ms: as long as the page cache may keep it. */
const rebuildMs = 5000;

/** The page was built for closed sales; once the server reports them open, it is asked for until it says so too. */
function useRebuildOnOpening(salesOpen: boolean): void {
  const initial = useInitialLive();
  const router = useRouter();
  const opened = salesOpen && !initial.salesOpen && initial.reason !== "all-held";
  useEffect(() => {
    if (!opened) return;
    router.refresh();
    const timer = setInterval(() => router.refresh(), rebuildMs);
    return () => clearInterval(timer);
  }, [opened, router]);
}

/** Why nothing can be bought now and what to do; nothing at all while sales are open. Follows the live state. */
export function SaleNotice({ dates, supportEmail, hasWinners }: SaleNoticeProps) {
  const t = useTranslations("live.stops");
  const live = useLive();
  const now = useServerNow();
  useRebuildOnOpening(live.salesOpen);
  const { reason } = live;
  // Why sales have ended since the page was made is said by words that come later.
  const isSaid = reason !== undefined && t.has(`${reason}.title`);
  if (live.salesOpen || !reason || !isSaid) return <div role="status" className="-mb-5" />;
  const isDrawn = Date.parse(dates.drawsAt) <= now;
  const closing = hasWinners ? "drawn" : isDrawn ? "waiting" : "ahead";
  return (
    <div role="status">
      <Notice id="sale-notice" tone={tones[reason]} title={t(`${reason}.title`)}>
        <p>
          {reason === "draw-closed"
            ? t(`draw-closed.${closing}`, { date: dates.draws })
            : t(`${reason}.text`, { opens: dates.opens, date: dates.draws })}
        </p>
        {supportEmail && reason === "provider-unsupported" ? (
          <a className="font-semibold text-brand-strong underline" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        ) : null}
      </Notice>
    </div>
  );
}
