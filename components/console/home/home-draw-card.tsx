import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { Disclosure } from "@/components/console/disclosure";
import { Card } from "@/components/ui/card";
import { useFormatters } from "@/components/ui/use-formatters";
import type { DaySales, HomeDraw, HomePool } from "@/lib/console/home/rules";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

import { DrawMarks, HomeDrawTitle, WinnerLink } from "./draw-title";
import { FiguresTable } from "./figures-table";
import { HourChart } from "./hour-chart";

/** A draw with its prize, what it has sold, and the sales of the day. */
export function HomeDrawCard({ draw }: { draw: HomeDraw }) {
  const t = useTranslations("console.homePage");
  const { day, timeZone, pools } = draw;
  const [main, ...seconds] = pools;
  return (
    // No landmark, because draws that recur have the same title.
    <Card className="@container grid grid-cols-1 content-start gap-4 lg:only:col-span-full">
      <DrawHeading draw={draw} />
      <WinnerLink draw={draw} />
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @min-[16rem]:grid-cols-2 @2xl:grid-cols-4">
        {main ? <PoolFigures pool={main} /> : null}
        <DayFigures day={day} timeZone={timeZone} />
      </dl>
      {seconds.map((pool) => (
        <SecondPool key={pool.poolId} pool={pool} />
      ))}
      {day.completeUntil ? <Counting completeUntil={day.completeUntil} timeZone={timeZone} /> : null}
      <HourChart day={day} timeZone={timeZone} />
      {day.parts.length > 0 ? (
        <Disclosure title={t("parts.title")} isClosedAtFirst>
          <Parts day={day} />
        </Disclosure>
      ) : null}
    </Card>
  );
}

function DrawHeading({ draw }: { draw: HomeDraw }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-2xl">
        <HomeDrawTitle draw={draw} />
      </h2>
      <DrawMarks draw={draw} />
    </div>
  );
}

function Figure({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd>
        <span className="tabular block font-semibold text-xl">{children}</span>
        {note ? <span className="block text-muted text-sm">{note}</span> : null}
      </dd>
    </div>
  );
}

function usePrize(): (prize: HomePool["prize"]) => string {
  const locale = useLocale();
  const { dollars } = useFormatters();
  return (prize) => {
    if (prize === null) return "–";
    return typeof prize === "number" ? dollars(prize) : localText(prize, locale).text;
  };
}

function PoolFigures({ pool: { prize, sold, left, sales } }: { pool: HomePool }) {
  const t = useTranslations("console.homePage");
  const getPrize = usePrize();
  const { number, dollars } = useFormatters();
  return (
    <>
      <Figure label={t(typeof prize === "number" ? "estimatedPrize" : "prize")}>{getPrize(prize)}</Figure>
      <Figure label={t("sold")} note={left === null ? undefined : t("left", { count: left })}>
        {number(sold)}
      </Figure>
      <Figure label={t("sales")}>{dollars(sales)}</Figure>
    </>
  );
}

function DayFigures({ day: { total, isToday, startsAt }, timeZone }: { day: DaySales; timeZone: string }) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  const { dollars } = useFormatters();
  const label = isToday ? t("today") : t("onDay", { day: formatInstant(startsAt, locale, timeZone, "brief") });
  const refunded = total.refunded > 0 ? [t("refunded", { amount: dollars(total.refunded) })] : [];
  return (
    <Figure label={label} note={[t("orders", { count: total.orders }), ...refunded].join(" · ")}>
      {dollars(total.amount)}
    </Figure>
  );
}

function SecondPool({ pool: { title, prize, sold, sales } }: { pool: HomePool }) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  const getPrize = usePrize();
  const { dollars } = useFormatters();
  const name = title === null ? null : localText(title, locale);
  const details = [...(prize === null ? [] : [getPrize(prize)]), t("tickets", { count: sold }), dollars(sales)];
  return (
    <p className="border-line border-t pt-3 text-sm">
      <strong lang={name?.lang}>{name?.text}</strong>
      <span>{["", ...details].join(" · ")}</span>
    </p>
  );
}

function Counting({ completeUntil, timeZone }: { completeUntil: string; timeZone: string }) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  const isBegun = Date.parse(completeUntil) > 0;
  return (
    <p className="text-warning">
      {isBegun ? t("counting", { time: formatInstant(completeUntil, locale, timeZone, "short") }) : t("countingAll")}
    </p>
  );
}

const wordedKeys = ["web", "device", "card", "apple-pay", "cash"] as const;

function Parts({ day: { parts } }: { day: DaySales }) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  const getName = (key: string) => {
    const known = wordedKeys.find((word) => word === key);
    return known ? t(`parts.words.${known}`) : t("parts.none");
  };
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-5 @3xl:grid-cols-2">
      {parts.map(({ part, rows }) => (
        <FiguresTable
          key={part}
          caption={t(`parts.${part}`)}
          column={t(`parts.columns.${part}`)}
          rows={rows.map(({ key, name, ...figures }) => ({
            key,
            name: name === null ? getName(key) : localText(name, locale).text,
            ...figures,
          }))}
        />
      ))}
    </div>
  );
}
