"use client";

import { useTranslations } from "next-intl";
import { Fold } from "@/components/order-form/fold";
import { Card } from "@/components/ui/card";
import type { LocalText } from "@/lib/local-text";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { WholeText } from "./draw-facts";
import { mergeMethods, sumOf } from "./sums";
import { TodayTotals } from "./today-totals";

type TodayCardProps = {
  /** Null until they were read. */
  summaries: readonly TerminalSummary[] | null;
  titleOf: (drawId: string) => LocalText;
};

/** Each draw that money of today belongs to: it goes to a bank account of its own. */
function ByDraw({ summaries, titleOf }: { summaries: readonly TerminalSummary[] } & Pick<TodayCardProps, "titleOf">) {
  const t = useTranslations("terminal.today");
  return (
    <Fold words={t("byDraw")}>
      <div className="grid gap-4 pb-2">
        {summaries.map(({ instanceId, methods }) => (
          <section key={instanceId} aria-labelledby={`today-${instanceId}`}>
            <h3 id={`today-${instanceId}`} className="font-sans font-semibold text-base">
              <WholeText text={titleOf(instanceId)} />
            </h3>
            <TodayTotals methods={methods} />
          </section>
        ))}
      </div>
    </Fold>
  );
}

/**
 * What this device took and gave back today in all draws, by method, and what is left of it: that of cash is what its
 * cash box must hold. It has its place before it is known: nothing below it moves.
 */
export function TodayCard({ summaries, titleOf }: TodayCardProps) {
  const t = useTranslations("terminal.today");
  const moved = (summaries ?? []).filter(({ methods }) => methods.length > 0);
  const methods = mergeMethods(moved.flatMap((summary) => summary.methods));
  const words = methods.length > 0 ? t("orders", { count: sumOf(methods).orders }) : t("none");
  return (
    <Card aria-labelledby="today" className="grid gap-2 p-4! sm:p-5!">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="today" className="text-xl">
          {t("caption")}
        </h2>
        <p className="min-h-6 text-muted text-sm leading-6">{summaries ? words : null}</p>
      </div>
      {methods.length > 0 ? <TodayTotals methods={methods} /> : null}
      {moved.length > 1 ? <ByDraw summaries={moved} titleOf={titleOf} /> : null}
    </Card>
  );
}
