"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { useFormatters } from "@/components/ui/use-formatters";
import type { LocalText } from "@/lib/local-text";
import type { MethodTotal, TerminalSummary } from "@/lib/terminal/summary/rules";
import type { TotalSum } from "@/lib/terminal/summary/rules.sums";
import { getNetAmount, sumTotals } from "@/lib/terminal/summary/rules.sums";
import { WholeText } from "./draw-summary";

type TodayCardProps = {
  summaries: readonly TerminalSummary[] | null;
  getTitle: (drawId: string) => LocalText;
};

const lineClass =
  "relative min-h-21 flex-wrap content-center items-center justify-start gap-x-6 gap-y-0 py-2 sm:min-h-19 sm:gap-y-1";

/** Today's money in all draws, without refunds: the cash should be in the cash box. Reserves its place. */
export function TodayCard({ summaries, getTitle }: TodayCardProps) {
  const t = useTranslations("terminal.today");
  const activeSummaries = (summaries ?? []).filter(({ methods }) => methods.length > 0);
  const methods = mergeMethods(activeSummaries.flatMap((summary) => summary.methods));
  const heading = (
    <h2 id="today" className="sm:text-xl">
      {t("caption")}
    </h2>
  );
  return (
    <Card aria-labelledby="today" className="@container px-4! py-0! sm:px-5!">
      {methods.length > 0 ? (
        <details>
          <summary className={`fold-line cursor-pointer pr-8 sm:pr-10 ${lineClass}`}>
            {heading}
            <Sums methods={methods} />
            <Icon name="chevron-down" className="absolute top-2.5 right-0 sm:top-7" />
          </summary>
          <div className="pb-4">
            <TodayTotals methods={methods} />
            {activeSummaries.length > 1 ? <ByDraw summaries={activeSummaries} getTitle={getTitle} /> : null}
          </div>
        </details>
      ) : (
        <div className={`flex ${lineClass}`}>
          {heading}
          <p className="text-muted text-sm">{summaries ? t("none") : null}</p>
        </div>
      )}
    </Card>
  );
}

function mergeMethods(totals: readonly MethodTotal[]): MethodTotal[] {
  const methods = [...new Set(totals.map(({ method }) => method))];
  return methods.map((method) => ({ method, ...sumTotals(totals.filter((total) => total.method === method)) }));
}

const cellClass = "grid text-muted text-xs leading-4 @min-[44rem]:pr-3";
const dividedCellClass = `${cellClass} border-line @min-[44rem]:border-l @min-[44rem]:pl-4`;
const figureClass = "tabular font-bold font-display text-[1.375rem] text-ink leading-7";

function Sums({ methods }: Pick<TerminalSummary, "methods">) {
  const t = useTranslations("terminal.today");
  const { dollars } = useFormatters();
  const sums = methods.map((total) => ({ name: t(`methods.${total.method}`), net: getNetAmount(total) }));
  if (sums.length > 1) sums.push({ name: t("all"), net: getNetAmount(sumTotals(methods)) });
  return (
    <span className="grid grow grid-cols-[repeat(auto-fit,minmax(min(100%,6.75rem),1fr))] gap-x-3 gap-y-1 @min-[44rem]:auto-cols-[minmax(max-content,1fr)] @min-[44rem]:grid-flow-col @min-[44rem]:grid-cols-none @min-[44rem]:gap-x-0 max-sm:-mr-8 max-sm:basis-full">
      <span className={sums.length > 2 ? cellClass : dividedCellClass}>
        {t("ordersName")} <b className={figureClass}>{sumTotals(methods).orders}</b>
      </span>
      {sums.map(({ name, net }) => (
        <span key={name} className={dividedCellClass}>
          <span>{name}</span> <b className={figureClass}>{dollars(net)}</b>
        </span>
      ))}
    </span>
  );
}

const columns = ["taken", "givenBack", "net"] as const;

function TodayTotals({ methods }: { methods: readonly MethodTotal[] }) {
  const t = useTranslations("terminal.today");
  return (
    <div className="@container">
      <table className="w-full text-[0.9375rem] @max-2xs:block">
        <thead className="@max-2xs:sr-only">
          <tr className="text-muted text-sm">
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className="tabular pb-1 pl-2 text-right font-medium text-xs">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-2xs:block">
          {methods.map((total) => (
            <Row key={total.method} {...total} name={t(`methods.${total.method}`)} />
          ))}
          {methods.length > 1 ? <Row {...sumTotals(methods)} name={t("all")} /> : null}
        </tbody>
      </table>
    </div>
  );
}

function Row({ name, orders, amount, refunded }: TotalSum & { name: string }) {
  const t = useTranslations("terminal.today");
  const { dollars } = useFormatters();
  return (
    <tr className="border-line border-t align-top @max-2xs:grid @max-2xs:pb-1.5">
      <th scope="row" className="py-1.5 pr-2 text-left font-medium">
        <span>{name}</span>
        <span className="block font-normal text-muted text-sm">{t("orders", { count: orders })}</span>
      </th>
      <Cell column="taken">{dollars(amount)}</Cell>
      <Cell column="givenBack" className="text-muted">
        {refunded > 0 ? dollars(refunded) : "–"}
      </Cell>
      <Cell column="net" className="font-bold">
        {dollars(getNetAmount({ orders, amount, refunded }))}
      </Cell>
    </tr>
  );
}

type CellProps = { column: (typeof columns)[number]; className?: string; children: string };

function Cell({ column, className: look = "", children }: CellProps) {
  const t = useTranslations("terminal.today");
  return (
    <td
      data-column={t(column)}
      className={`tabular py-1.5 pl-2 text-right @max-2xs:flex @max-2xs:flex-wrap @max-2xs:justify-between @max-2xs:gap-x-2 @max-2xs:py-0 @max-2xs:pl-0 @max-2xs:before:font-normal @max-2xs:before:text-muted @max-2xs:before:content-[attr(data-column)_/_''] ${look}`}
    >
      {children}
    </td>
  );
}

function ByDraw({ summaries, getTitle }: { summaries: readonly TerminalSummary[] } & Pick<TodayCardProps, "getTitle">) {
  const t = useTranslations("terminal.today");
  return (
    <>
      <h3 className="mt-4 text-base">{t("byDraw")}</h3>
      <div className="mt-2 grid gap-x-8 gap-y-4 md:grid-cols-2">
        {summaries.map(({ instanceId, methods }) => (
          <section key={instanceId} aria-labelledby={`today-${instanceId}`}>
            <h4 id={`today-${instanceId}`} className="font-sans font-semibold text-base">
              <WholeText text={getTitle(instanceId)} />
            </h4>
            <TodayTotals methods={methods} />
          </section>
        ))}
      </div>
    </>
  );
}
