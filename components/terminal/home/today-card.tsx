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

/** How many orders of the day were paid, and what is left of their money, by method and in all. */
function Sums({ methods }: Pick<TerminalSummary, "methods">) {
  const t = useTranslations("terminal.today");
  const dollars = useDollars();
  const sums = methods.map((total) => ({ name: t(`methods.${total.method}`), net: netOf(total) }));
  if (sums.length > 1) sums.push({ name: t("all"), net: netOf(sumOf(methods)) });
  return (
    <span className="today-sums">
      <span className="today-sum">
        {t("ordersName")} <b className="tabular">{sumOf(methods).orders}</b>
      </span>
      {sums.map(({ name, net }) => (
        <span key={name} className="today-sum">
          {name} <b className="tabular">{dollars(net)}</b>
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
          <summary className="fold-line today-line">
            {heading}
            <Sums methods={methods} />
            <Icon name="chevron-down" />
          </summary>
          <div className="pb-4">
            <TodayTotals methods={methods} />
            {moved.length > 1 ? <ByDraw summaries={moved} titleOf={titleOf} /> : null}
          </div>
        </details>
      ) : (
        <div className="today-line flex">
          {heading}
          <p className="today-words">{summaries ? t("none") : null}</p>
        </div>
      )}
    </Card>
  );
}
