"use client";

import { useLocale, useTranslations } from "next-intl";

import { DrawText } from "@/components/draws/draw-text";
import { TestMark } from "@/components/draws/test-mark";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { useNumbers } from "@/components/ui/use-numbers";
import { scheduleOf } from "@/lib/draws/rules";
import { prizeStageOf } from "@/lib/draws/rules.winners";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalDraw } from "@/lib/terminal/client";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { TodayTotals } from "./today-totals";

type DrawTileProps = TerminalDraw & {
  /** Null where no money can have moved today, or nobody knows. */
  summary: TerminalSummary | null;
  /** False while this device may look but not sell, or cannot reach the server. */
  maySell: boolean;
};

function useStateWords({ draw, live }: TerminalDraw): string {
  const t = useTranslations("home");
  const stops = useTranslations("live.stops");
  const { opensAt, closesAt } = scheduleOf(draw);
  const locale = useLocale();
  const date = (at: Date) => formatInstant(at, locale, draw.timeZone, "stamp");
  if (draw.state.time_state === "Not Started") return t("opens", { date: date(opensAt) });
  if (draw.state.time_state === "Ended") return t("closed");
  return live.reason ? stops(`${live.reason}.title`) : t("closes", { date: date(closesAt) });
}

/** What is won: of a 50/50 the money as it stands, of a raffle its grand prize; nothing where nobody said. */
function Prize({ draw, live }: TerminalDraw) {
  const t = useTranslations("draw");
  const { dollars } = useNumbers();
  const locale = useLocale();
  const grand = draw.prizes["Grand Prize"]?.[0];
  if (live.prize === null && !grand) return null;
  const stage = prizeStageOf(draw, new Date(live.serverTime));
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-muted text-sm">
        {t(live.prize === null ? "prizeTypes.Grand Prize" : `prizeWords.${stage}`)}
      </span>
      {live.prize === null ? (
        <span className="font-semibold">
          <DrawText text={grand?.description ?? ""} locale={locale} />
        </span>
      ) : (
        <span className="tabular font-bold font-display text-2xl text-brand-strong">{dollars(live.prize)}</span>
      )}
    </p>
  );
}

function Facts({ draw, live }: TerminalDraw) {
  const words = useStateWords({ draw, live });
  return (
    <div className="grid gap-1">
      <Prize draw={draw} live={live} />
      <p className="hint draw-state">
        <Icon name="clock" className="size-4" />
        {words}
      </p>
    </div>
  );
}

function Ways({ draw, live, maySell }: Omit<DrawTileProps, "summary">) {
  const t = useTranslations("terminal.home");
  const locale = useLocale();
  const listOf = (name: string) => localizedPath(locale, `/terminal/${name}?instanceId=${encodeURIComponent(draw.id)}`);
  return (
    <div className="flex flex-wrap gap-2 self-end">
      {live.salesOpen && maySell ? (
        <a href={localizedPath(locale, `/terminal/${draw.id}`)} className={`${buttonClass("primary", "large")} w-full`}>
          {t("sell")}
        </a>
      ) : null}
      <a href={listOf("recent-orders")} className={`${buttonClass("secondary")} flex-1 basis-28 px-2`}>
        {t("recent")}
      </a>
      <a href={listOf("unfinalized-orders")} className={`${buttonClass("secondary")} flex-1 basis-28 px-2`}>
        {t("unfinalized")}
      </a>
    </div>
  );
}

/**
 * A draw of the parent: where it stands, what this device took for it today, and the ways to sell and to its orders.
 */
export function DrawTile({ draw, live, summary, maySell }: DrawTileProps) {
  const t = useTranslations("home");
  const locale = useLocale();
  const heading = `draw-${draw.id}`;
  // The terminal's home loads nothing from elsewhere.
  const logo = draw.charity?.logo?.startsWith("/") ? draw.charity.logo : null;
  return (
    <article
      aria-labelledby={heading}
      className="grid grid-rows-[auto_auto_1fr] gap-4 rounded-card border border-line bg-raised p-5 shadow-card"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h3 id={heading} className="text-xl leading-snug">
            {draw.isTestDraw ? <TestMark label={t("testMark")} className="mr-2" /> : null}
            <DrawText text={draw.title} locale={locale} />
          </h3>
          <p className="hint">
            <DrawText text={draw.organization} locale={locale} />
          </p>
        </div>
        {logo ? (
          // biome-ignore lint/performance/noImgElement: a picture of the organization, served as it is
          <img
            src={logo}
            alt=""
            width={48}
            height={48}
            className="size-12 shrink-0 rounded-control border border-line bg-white object-contain"
          />
        ) : null}
      </div>
      <div className="grid gap-3">
        <Facts draw={draw} live={live} />
        {summary ? <TodayTotals summary={summary} /> : null}
      </div>
      <Ways draw={draw} live={live} maySell={maySell} />
    </article>
  );
}
