"use client";

import { useTranslations } from "next-intl";
import { useDollars } from "@/components/terminal/shell/use-terminal-words";
import type { MethodTotal } from "@/lib/terminal/rules.orders";
import type { Sum } from "./sums";
import { netOf, sumOf } from "./sums";

const columns = ["taken", "givenBack", "net"] as const;

type CellProps = { column: (typeof columns)[number]; look?: string; children: string };

/** An amount of a row; in a narrow place each stands on a line of its own, after the word of its column. */
function Cell({ column, look = "", children }: CellProps) {
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

function Row({ name, orders, amount, refunded }: Sum & { name: string }) {
  const t = useTranslations("terminal.today");
  const dollars = useDollars();
  return (
    <tr className="border-line border-t align-top @max-2xs:grid @max-2xs:pb-1.5">
      <th scope="row" className="py-1.5 pr-2 text-left font-medium">
        <span>{name}</span>
        <span className="block font-normal text-muted text-sm">{t("orders", { count: orders })}</span>
      </th>
      <Cell column="taken">{dollars(amount)}</Cell>
      <Cell column="givenBack" look="text-muted">
        {refunded > 0 ? dollars(refunded) : "–"}
      </Cell>
      <Cell column="net" look="font-bold">
        {dollars(netOf({ orders, amount, refunded }))}
      </Cell>
    </tr>
  );
}

/** What was taken and given back, by method, and what is left of it. */
export function TodayTotals({ methods }: { methods: readonly MethodTotal[] }) {
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
          {methods.length > 1 ? <Row {...sumOf(methods)} name={t("all")} /> : null}
        </tbody>
      </table>
    </div>
  );
}
