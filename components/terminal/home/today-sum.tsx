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

/** What this device took and gave back today in all draws together, and what is left of it. */
export function TodaySum({ summaries }: { summaries: readonly TerminalSummary[] }) {
  const t = useTranslations("terminal.today");
  const dollars = useDollars();
  const sum = sumOf(summaries.flatMap(({ methods }) => methods));
  if (sum.orders === 0 && sum.refunded === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <Card aria-label={t("caption")} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4!">
      <p>
        <span className="block font-semibold">{t("caption")}</span>
        <span className="text-muted text-sm">{t("orders", { count: sum.orders })}</span>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 sm:gap-x-10">
        <Amount name={t("taken")}>{dollars(sum.amount)}</Amount>
        <Amount name={t("givenBack")}>{sum.refunded > 0 ? dollars(sum.refunded) : "–"}</Amount>
        <Amount name={t("net")}>{dollars(netOf(sum))}</Amount>
      </dl>
    </Card>
  );
}
