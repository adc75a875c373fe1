"use client";

import { useTranslations } from "next-intl";
import { useDollars } from "@/components/terminal/shell/use-terminal-words";
import { toCents, toDollars } from "@/lib/money";
import type { MethodTotal, TerminalSummary } from "@/lib/terminal/rules.orders";

function sumOf(methods: MethodTotal[], part: "amount" | "refunded"): number {
  return toDollars(methods.reduce((cents, total) => cents + toCents(total[part]), 0));
}

function Row({ name, orders, amount, refunded }: { name: string; orders: number; amount: number; refunded: number }) {
  const t = useTranslations("terminal.today");
  const dollars = useDollars();
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-1.5 pr-2 text-left font-medium">
        {name}
        <span className="block font-normal text-muted text-sm">{t("orders", { count: orders })}</span>
      </th>
      <td className="tabular py-1.5 text-right align-top">
        {dollars(amount)}
        {refunded > 0 ? (
          <span className="block text-muted text-sm">{t("refunded", { amount: dollars(refunded) })}</span>
        ) : null}
      </td>
    </tr>
  );
}

/** What this device took and gave back today in one draw, by method: its cash is to be compared with the cash box. */
export function TodayTotals({ summary }: { summary: TerminalSummary }) {
  const t = useTranslations("terminal.today");
  const { methods } = summary;
  if (methods.length === 0) return <p className="text-muted text-sm">{t("none")}</p>;
  const orders = methods.reduce((sum, total) => sum + total.orders, 0);
  return (
    <table className="w-full text-base">
      <caption className="pb-1 text-left text-muted text-sm">{t("caption")}</caption>
      <tbody>
        {methods.map((total) => (
          <Row key={total.method} {...total} name={t(`methods.${total.method}`)} />
        ))}
        {methods.length > 1 ? (
          <Row
            name={t("all")}
            orders={orders}
            amount={sumOf(methods, "amount")}
            refunded={sumOf(methods, "refunded")}
          />
        ) : null}
      </tbody>
    </table>
  );
}
