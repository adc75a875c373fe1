"use client";

import { useTranslations } from "next-intl";
import { useDollars } from "@/components/terminal/shell/use-terminal-words";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { LocalText } from "@/lib/local-text";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { WholeText } from "./draw-facts";
import { mergeMethods, netOf, sumOf } from "./sums";
import { TodayTotals } from "./today-totals";

type TodayCardProps = {
  /** Null until they were read. */
  summaries: readonly TerminalSummary[] | null;
  titleOf: (drawId: string) => LocalText;
};

const cellClass = "grid text-muted text-xs leading-4 @min-[44rem]:pr-3";
const partedClass = `${cellClass} border-line @min-[44rem]:border-l @min-[44rem]:pl-4`;
const figureClass = "tabular font-bold font-display text-[1.375rem] text-ink leading-7";

/** How many orders of the day were paid, and what is left of their money, by method and in all. */
function Sums({ methods }: Pick<TerminalSummary, "methods">) {
  const t = useTranslations("terminal.today");
  const dollars = useDollars();
  const sums = methods.map((total) => ({ name: t(`methods.${total.method}`), net: netOf(total) }));
  if (sums.length > 1) sums.push({ name: t("all"), net: netOf(sumOf(methods)) });
  return (
    <span className="grid grow grid-cols-[repeat(auto-fit,minmax(min(100%,6.75rem),1fr))] gap-x-3 gap-y-1 @min-[44rem]:auto-cols-[minmax(max-content,1fr)] @min-[44rem]:grid-flow-col @min-[44rem]:grid-cols-none @min-[44rem]:gap-x-0 max-sm:-mr-8 max-sm:basis-full">
      {/* Two sums stand beside the words, and the first cell is parted from them; more stand beneath. */}
      <span className={sums.length > 2 ? cellClass : partedClass}>
        {t("ordersName")} <b className={figureClass}>{sumOf(methods).orders}</b>
      </span>
      {sums.map(({ name, net }) => (
        <span key={name} className={partedClass}>
          <span>{name}</span> <b className={figureClass}>{dollars(net)}</b>
        </span>
      ))}
    </span>
  );
}

/** Each draw that money of today belongs to: it goes to a bank account of its own. */
function ByDraw({ summaries, titleOf }: { summaries: readonly TerminalSummary[] } & Pick<TodayCardProps, "titleOf">) {
  const t = useTranslations("terminal.today");
  return (
    <>
      <h3 className="mt-4 text-base">{t("byDraw")}</h3>
      <div className="mt-2 grid gap-x-8 gap-y-4 md:grid-cols-2">
        {summaries.map(({ instanceId, methods }) => (
          <section key={instanceId} aria-labelledby={`today-${instanceId}`}>
            <h4 id={`today-${instanceId}`} className="font-sans font-semibold text-base">
              <WholeText text={titleOf(instanceId)} />
            </h4>
            <TodayTotals methods={methods} />
          </section>
        ))}
      </div>
    </>
  );
}

/** One strip of even cells, which is as high before they are known. */
const lineClass =
  "relative min-h-21 flex-wrap content-center items-center justify-start gap-x-6 gap-y-0 py-2 sm:min-h-19 sm:gap-y-1";

/**
 * What is left of what this device took today in all draws, in a line: that of cash is what its cash box must hold.
 * What was given back, and each draw, are folded. It has its place before it is known: nothing below it moves.
 */
export function TodayCard({ summaries, titleOf }: TodayCardProps) {
  const t = useTranslations("terminal.today");
  const moved = (summaries ?? []).filter(({ methods }) => methods.length > 0);
  const methods = mergeMethods(moved.flatMap((summary) => summary.methods));
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
            {moved.length > 1 ? <ByDraw summaries={moved} titleOf={titleOf} /> : null}
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
