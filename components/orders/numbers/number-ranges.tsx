import { useTranslations } from "next-intl";

import type { NumberRangeView } from "@/lib/orders/rules";
import type { PoolNumbers } from "@/lib/orders/rules.pools";
import { formatTicketNumber, hasSecondDrawNumbers } from "@/lib/orders/rules.pools";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { PoolPrize } from "@/lib/receipts/paper/rules.ticket";

type NumberRangesProps = {
  pools: PoolNumbers[];
  prizes?: ReadonlyMap<string, PoolPrize>;
  isLicenceElsewhere?: boolean;
};

const manyRangesCount = 7;

const sizes = {
  few: { list: "grid gap-3 print:gap-2", number: "text-[clamp(2.25rem,11.25vw,3.75rem)] leading-tight print:text-3xl" },
  many: { list: "grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3", number: "text-xl leading-snug print:text-lg" },
} as const;

type RangeProps = { range: NumberRangeView; size: (typeof sizes)[keyof typeof sizes] };

function Range({ range, size }: RangeProps) {
  const t = useTranslations("order");
  const first = formatTicketNumber(range.first);
  const last = formatTicketNumber(range.last);
  const count = range.last - range.first + 1;
  const isSingle = count === 1;
  return (
    <li className="animate-rise">
      <p className={`tabular font-bold font-display ${size.number} ${range.void ? "text-muted" : ""}`}>
        <span className="sr-only">
          {`${range.void ? `${t("void")} ` : ""}${isSingle ? first : t("rangeAloud", { first, last })}`}
        </span>
        <span translate="no" aria-hidden="true" className={range.void ? "line-through decoration-3" : ""}>
          <span className="whitespace-nowrap">{isSingle ? first : `${first} –`}</span>{" "}
          {isSingle ? null : <span className="whitespace-nowrap">{last}</span>}
        </span>
      </p>
      <p className="text-muted text-sm">
        <span>{t("numbersInRange", { count })}</span>
        {range.void ? (
          <strong className="ml-2 rounded border border-current px-1.5 py-0.5 text-danger">{t("void")}</strong>
        ) : null}
      </p>
    </li>
  );
}

function PoolHead({ pool }: { pool: PoolNumbers }) {
  const t = useTranslations("order");
  const lines = [
    pool.drawn ? t(pool.isDrawn ? "poolWasDrawn" : "poolDrawn", { date: pool.drawn }) : null,
    pool.licence ? t("poolLicence", { number: pool.licence }) : null,
  ].filter((line) => line !== null);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h3 className="mr-auto text-lg leading-snug print:text-base" lang={pool.lang && htmlLanguage(pool.lang)}>
        {pool.title}
      </h3>
      {lines.map((line) => (
        <p key={line} className="text-muted text-sm">
          {line}
        </p>
      ))}
    </div>
  );
}

const prizeClass =
  "text-balance font-bold font-display text-brand-strong text-lg leading-snug " +
  "sm:flex-[1_1_12rem] sm:text-right sm:text-xl print:hidden";

function Prize({ prize }: { prize: PoolPrize | undefined }) {
  const t = useTranslations("order");
  if (!prize) return null;
  if (!prize.isGrowing) return <p className={prizeClass}>{prize.words}</p>;
  return (
    <p className={prizeClass}>
      <small className="mr-1.5 font-normal font-sans text-muted text-sm">{t("prizeSoFar")}</small>{" "}
      <b className="whitespace-nowrap text-2xl">{prize.words}</b>
    </p>
  );
}

const poolsOnPaperClass = "print:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] print:gap-x-4 print:gap-y-2";

const poolClass =
  "border-line border-t pt-4 first:border-t-0 first:pt-0 print:break-inside-avoid print:border-0 print:p-0";

const rowClass =
  "grid gap-1 not-print:sm:flex not-print:sm:flex-wrap not-print:sm:items-baseline not-print:sm:justify-between " +
  "not-print:sm:gap-x-8";

export function NumberRanges({ pools, prizes, isLicenceElsewhere = false }: NumberRangesProps) {
  const hasPoolTitles = hasSecondDrawNumbers({ numbers: pools.flatMap(({ ranges }) => ranges) });
  const size = sizes[pools.flatMap(({ ranges }) => ranges).length < manyRangesCount ? "few" : "many"];
  const getPrize = ({ poolId }: PoolNumbers) => (hasPoolTitles ? prizes?.get(poolId) : undefined);
  return (
    <div className={`pools ${pools.length > 1 ? poolsOnPaperClass : ""}`}>
      {pools.map((pool) => (
        <div key={pool.poolId} className={pools.length > 1 ? poolClass : ""}>
          {hasPoolTitles ? <PoolHead pool={isLicenceElsewhere ? { ...pool, licence: "" } : pool} /> : null}
          <div className={rowClass}>
            <ul className={size.list}>
              {pool.ranges.map((range) => (
                <Range key={range.first} range={range} size={size} />
              ))}
            </ul>
            <Prize prize={getPrize(pool)} />
          </div>
        </div>
      ))}
    </div>
  );
}
