"use client";

import { useTranslations } from "next-intl";

import { useDollars } from "@/components/terminal/shell/use-terminal-words";
import { Card } from "@/components/ui/card";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { netOf, sumOf } from "./sums";

function Amount({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-bold font-display text-xl leading-tight sm:text-2xl">{children}</dd>
    </div>
  );
}

/**
 * What this device took and gave back today in all draws together, and what is left of it. It has its place before it
 * is known: nothing below it moves.
 */
export function TodaySum({ summaries }: { summaries: readonly TerminalSummary[] }) {
  const t = useTranslations("terminal.today");
  const dollars = useDollars();
  const sum = sumOf(summaries.flatMap(({ methods }) => methods));
  const isNone = sum.orders === 0 && sum.refunded === 0;
  const ordersWords = isNone ? t("none") : t("orders", { count: sum.orders });
  return (
    <Card aria-label={t("caption")} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4!">
      <p>
        <span className="block font-semibold">{t("caption")}</span>
        <span className="block min-h-5 text-muted text-sm">{summaries.length > 0 ? ordersWords : null}</span>
      </p>
      {isNone ? null : (
        <dl className="flex flex-wrap gap-x-6 gap-y-2 sm:gap-x-10">
          <Amount name={t("taken")}>{dollars(sum.amount)}</Amount>
          <Amount name={t("givenBack")}>{sum.refunded > 0 ? dollars(sum.refunded) : "–"}</Amount>
          <Amount name={t("net")}>{dollars(netOf(sum))}</Amount>
        </dl>
      )}
    </Card>
  );
}
