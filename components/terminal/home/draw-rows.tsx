"use client";

import { useLocale, useTranslations } from "next-intl";
import { getCharityColors } from "@/components/draws/ground-style";
import { Disclosure } from "@/components/order-form/disclosure";
import { Icon } from "@/components/ui/icon";
import { useFormatters } from "@/components/ui/use-formatters";
import { getPrizeStage } from "@/lib/draws/prizes/rules.stage";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalDraw } from "@/lib/terminal/device/client";
import type { TerminalSummary } from "@/lib/terminal/summary/rules";
import { getNetAmount, sumTotals } from "@/lib/terminal/summary/rules.sums";
import { DrawTitle, OrderLinks, StateLine, WholeText, wideIconClass } from "./draw-summary";

type SellRowProps = TerminalDraw & {
  summary: TerminalSummary | null;
  maySell: boolean;
};

const findGrandPrize = ({ draw, live }: TerminalDraw) =>
  live.prize === null ? draw.prizes["Grand Prize"]?.[0] : undefined;

const prizeClass =
  "order-3 col-start-1 grid @min-[38rem]:col-start-2 @min-[38rem]:row-start-1 @min-[38rem]:max-w-56 " +
  "@min-[38rem]:justify-items-end @min-[38rem]:text-balance @min-[38rem]:text-right";

const namedPrizeClass =
  "@min-[17rem]:@max-[38rem]:col-span-full @min-[17rem]:@max-[38rem]:block @min-[17rem]:@max-[38rem]:text-sm " +
  "@min-[17rem]:@max-[38rem]:leading-4.5";

function Prize({ draw, live }: TerminalDraw) {
  const t = useTranslations("draw");
  const { shortDollars } = useFormatters();
  const grandPrize = findGrandPrize({ draw, live });
  if (live.prize === null && !grandPrize) return null;
  const stage = getPrizeStage(draw, new Date(live.serverTime));
  return (
    <p className={grandPrize ? `${prizeClass} ${namedPrizeClass}` : prizeClass}>
      <span className="text-muted text-xs">
        {t(live.prize === null ? "prizeTypes.Grand Prize" : `prizeWords.${stage}`)}
      </span>{" "}
      {live.prize === null ? (
        <span className="line-clamp-2 text-pretty font-medium text-sm leading-4.5 @min-[38rem]:row-auto @min-[38rem]:leading-4.25">
          <WholeText text={grandPrize?.description ?? ""} />
        </span>
      ) : (
        <span className="tabular font-bold font-display text-xl leading-6">{shortDollars(live.prize)}</span>
      )}
    </p>
  );
}

function SoldToday({ summary }: Pick<SellRowProps, "summary">) {
  const t = useTranslations("terminal.home");
  const { dollars } = useFormatters();
  if (!summary || summary.methods.length === 0) return null;
  const total = sumTotals(summary.methods);
  return (
    <p className="tabular order-2 col-span-full flex items-center gap-2 font-medium text-positive text-sm leading-5">
      <Icon name="check" className={`${wideIconClass} size-4`} />
      <span>{t("soldToday", { count: total.orders, net: dollars(getNetAmount(total)) })}</span>
    </p>
  );
}

function Logo({ draw }: Pick<TerminalDraw, "draw">) {
  // The terminal's home loads nothing from other hosts.
  const logo = draw.charity?.logo?.startsWith("/") ? draw.charity.logo : null;
  if (!logo) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of the organization, served as it is
    <img
      src={logo}
      alt=""
      width={48}
      height={48}
      className="size-8 shrink-0 rounded-lg border border-line bg-white object-contain sm:size-12 sm:rounded-control"
    />
  );
}

const sellClass =
  "col-start-3 row-start-1 inline-flex min-h-12 min-w-20 items-center justify-center gap-2 rounded-control bg-brand " +
  "px-3 font-semibold text-on-brand after:absolute after:inset-0 after:rounded-card after:content-[''] " +
  "focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus " +
  "focus-visible:after:-outline-offset-3 group-[:hover]:bg-brand-deep @min-[38rem]:min-w-26 @min-[38rem]:px-4";

function SellLink({ draw, headingId }: Pick<TerminalDraw, "draw"> & { headingId: string }) {
  const t = useTranslations("terminal.home");
  const locale = useLocale();
  const id = `sell-${draw.id}`;
  return (
    <a
      id={id}
      href={localizedPath(locale, `/terminal/${draw.id}`)}
      aria-labelledby={`${id} ${headingId}`}
      className={sellClass}
    >
      {t("sell")}
      <Icon name="arrow-left" className={`${wideIconClass} rotate-180`} />
    </a>
  );
}

const rowClass =
  "relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-line px-4 pt-2.5 pb-1.5 " +
  "not-first-of-type:border-t first-of-type:rounded-t-[calc(var(--radius-card)-1px)] " +
  "last-of-type:rounded-b-[calc(var(--radius-card)-1px)] @max-[17rem]:flex @max-[17rem]:flex-col " +
  "@max-[17rem]:items-stretch @min-[38rem]:grid-cols-[minmax(0,1fr)_minmax(0,auto)_auto] @min-[38rem]:gap-x-5 " +
  "@min-[38rem]:px-5 @min-[38rem]:pt-3.5 @min-[38rem]:pb-2";

const footClass =
  "contents @min-[38rem]:col-span-full @min-[38rem]:row-start-2 @min-[38rem]:flex @min-[38rem]:items-center " +
  "@min-[38rem]:justify-between @min-[38rem]:gap-x-4";

const ordersClass =
  "order-4 col-span-2 col-start-2 flex flex-wrap justify-end gap-x-3 sm:gap-x-4 @max-[17rem]:justify-start " +
  "@min-[38rem]:shrink-0";

const raisedClass = "@min-[17rem]:@max-[38rem]:-mt-3";

export function SellRow({ draw, live, summary, maySell }: SellRowProps) {
  const headingId = `draw-${draw.id}`;
  const charityColors = getCharityColors(draw);
  const rowClassName = maySell ? `group [&:hover]:bg-sunken/50 ${rowClass}` : rowClass;
  const grand = findGrandPrize({ draw, live });
  return (
    <article
      aria-labelledby={headingId}
      className={`${rowClassName} ${charityColors.className}`}
      style={charityColors.style}
    >
      <div className="col-span-2 col-start-1 row-start-1 flex items-center gap-2.5 sm:gap-3 @min-[38rem]:col-span-1">
        <Logo draw={draw} />
        <div className="min-w-0">
          <h3 id={headingId} className="text-lg leading-5.5 sm:text-xl sm:leading-6">
            <DrawTitle draw={draw} />
          </h3>
          <p className="line-clamp-3 text-pretty text-[0.8125rem] text-muted leading-4.5 @min-[38rem]:text-sm @min-[38rem]:leading-5">
            <WholeText text={draw.organization} />
          </p>
        </div>
      </div>
      {maySell ? <SellLink draw={draw} headingId={headingId} /> : null}
      <Prize draw={draw} live={live} />
      <div className={footClass}>
        <div className="contents @min-[38rem]:flex @min-[38rem]:min-w-0 @min-[38rem]:flex-wrap @min-[38rem]:items-center @min-[38rem]:gap-x-4">
          <div className="order-1 col-span-full">
            <StateLine draw={draw} live={live} />
          </div>
          <SoldToday summary={summary} />
        </div>
        <p className={grand ? `${ordersClass} ${raisedClass}` : ordersClass}>
          <OrderLinks draw={draw} />
        </p>
      </div>
    </article>
  );
}

function OtherDraw({ draw, live }: TerminalDraw) {
  const heading = `draw-${draw.id}`;
  return (
    <article aria-labelledby={heading} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
      <div className="min-w-0">
        <h3 id={heading} className="text-base leading-snug">
          <DrawTitle draw={draw} />
        </h3>
        <StateLine draw={draw} live={live} />
      </div>
      <p className="flex flex-wrap gap-x-5">
        <OrderLinks draw={draw} />
      </p>
    </article>
  );
}

export function OtherDraws({ draws }: { draws: readonly TerminalDraw[] }) {
  const t = useTranslations("terminal.home");
  if (draws.length === 0) return null;
  return (
    <section
      aria-label={t("othersLabel")}
      className="self-start rounded-card border border-line bg-raised px-4 sm:px-5"
    >
      <Disclosure summary={t("others", { count: draws.length })}>
        <div className="divide-y divide-line">
          {draws.map((one) => (
            <OtherDraw key={one.draw.id} {...one} />
          ))}
        </div>
      </Disclosure>
    </section>
  );
}
