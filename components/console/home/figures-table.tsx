import { useTranslations } from "next-intl";

import { useFormatters } from "@/components/ui/use-formatters";
import type { SalesFigures } from "@/lib/console/home/rules";

type FiguresTableProps = {
  caption: string;
  /** What the rows are. */
  column: string;
  rows: readonly (SalesFigures & { key: string; name: string })[];
};

const numberClass = "tabular py-1.5 pl-3 text-right";

export function FiguresTable({ caption, column, rows }: FiguresTableProps) {
  const t = useTranslations("console.homePage.columns");
  const { number, dollars } = useFormatters();
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem]">
      <caption className="pb-1 text-left font-semibold">{caption}</caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          <th scope="col" className="py-1.5 font-medium">
            {column}
          </th>
          <th scope="col" className={`${numberClass} font-medium`}>
            {t("orders")}
          </th>
          <th scope="col" className={`${numberClass} font-medium`}>
            {t("tickets")}
          </th>
          <th scope="col" className={`${numberClass} font-medium`}>
            {t("amount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, orders, tickets, amount }) => (
          <tr key={key} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-1.5 font-normal">
              {name}
            </th>
            <td className={numberClass}>{number(orders)}</td>
            <td className={numberClass}>{number(tickets)}</td>
            <td className={`${numberClass} whitespace-nowrap`}>{dollars(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
