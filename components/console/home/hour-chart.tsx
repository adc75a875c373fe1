import { useLocale, useTranslations } from "next-intl";

import { Disclosure } from "@/components/console/disclosure";
import { useFormatters } from "@/components/ui/use-formatters";
import type { DaySales, HourFigures } from "@/lib/console/home/rules";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

import { FiguresTable } from "./figures-table";

/** So that the first hour of a day isn't a bar of the whole width. */
const minColumns = 12;

const labelCount = 4;

/** A bar for each hour, with the same figures as a table. */
export function HourChart({ day, timeZone }: { day: DaySales; timeZone: string }) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  const { dollars } = useFormatters();
  const { hours } = day;
  const [first, ...rest] = hours;
  if (!first) return <p className="text-muted">{t(day.isToday ? "noSalesToday" : "noSales")}</p>;
  const best = rest.reduce((most, hour) => (hour.amount > most.amount ? hour : most), first);
  const formatHour = ({ startsAt }: HourFigures) => formatInstant(startsAt, locale, timeZone, "time");
  const summary = t("bestHour", { amount: dollars(best.amount), time: formatHour(best) });
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="text-lg">{t("byHour")}</h3>
      <p className="text-muted text-sm">{summary}</p>
      <Bars hours={hours} most={best.amount} label={`${t("byHour")}. ${summary}`} formatHour={formatHour} />
      <Disclosure title={t("asTable")} isClosedAtFirst>
        <FiguresTable
          caption={t("byHour")}
          column={t("hour")}
          rows={hours.map((hour) => ({ ...hour, key: hour.startsAt, name: formatHour(hour) }))}
        />
      </Disclosure>
    </div>
  );
}

type BarsProps = {
  hours: readonly HourFigures[];
  most: number;
  label: string;
  formatHour: (hour: HourFigures) => string;
};

function Bars({ hours, most, label, formatHour }: BarsProps) {
  const columns = Math.max(hours.length, minColumns);
  const perLabel = Math.ceil(columns / labelCount);
  const width = 100 / columns;
  return (
    <div>
      <svg role="img" aria-label={label} className="block h-32 w-full overflow-visible border-line-strong border-b">
        {hours.map(({ startsAt, amount }, index) => {
          const height = most > 0 ? Math.max(0, (amount / most) * 100) : 0;
          return (
            <rect
              key={startsAt}
              x={`${index * width + width * 0.1}%`}
              y={`${100 - height}%`}
              width={`${width * 0.8}%`}
              height={`${height}%`}
              className="fill-brand-strong"
            />
          );
        })}
      </svg>
      <div
        aria-hidden
        className="grid overflow-hidden text-muted text-sm"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {hours.map((hour, index) =>
          index % perLabel === 0 && (index === 0 || index + perLabel <= columns) ? (
            <span
              key={hour.startsAt}
              className="whitespace-nowrap"
              style={{ gridColumn: `${index + 1} / span ${Math.min(perLabel, columns - index)}` }}
            >
              {formatHour(hour)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}
