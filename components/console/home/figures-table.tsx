import { useTranslations } from "next-intl";

import { useFormatters } from "@/components/ui/use-formatters";
import type { SalesFigures } from "@/lib/console/home/rules";

type FiguresTableProps = {
  caption: string;
  /** What the rows are. */
  column: string;
  rows: readonly (SalesFigures & { key: string; name: string })[];
};

const figures = ["orders", "tickets", "amount"] as const;

const rowClass = "border-line border-b last:border-b-0 @max-[18rem]:grid @max-[18rem]:grid-cols-1 @max-[18rem]:py-2";

const cellClass =
  "tabular py-1.5 pl-3 text-right @max-[18rem]:flex @max-[18rem]:flex-wrap @max-[18rem]:justify-between " +
  "@max-[18rem]:gap-x-3 @max-[18rem]:p-0";

/** Where there is little room, such as with large text, each row is a list. Must be in a container. */
export function FiguresTable({ caption, column, rows }: FiguresTableProps) {
  const t = useTranslations("console.homePage.columns");
  const { number, dollars } = useFormatters();
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem] @max-[18rem]:block">
      <caption className="pb-1 text-left font-semibold @max-[18rem]:block">{caption}</caption>
      <thead className="@max-[18rem]:sr-only">
        <tr className="border-line border-b text-muted text-sm">
          <th scope="col" className="py-1.5 font-medium">
            {column}
          </th>
          {figures.map((figure) => (
            <th key={figure} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t(figure)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="@max-[18rem]:block">
        {rows.map((row) => (
          <tr key={row.key} className={rowClass}>
            <th scope="row" className="py-1.5 font-normal @max-[18rem]:p-0 @max-[18rem]:font-semibold">
              {row.name}
            </th>
            {figures.map((figure) => (
              <td key={figure} className={cellClass}>
                <span aria-hidden className="hidden text-muted @max-[18rem]:inline">
                  {t(figure)}
                </span>
                <span>{figure === "amount" ? dollars(row[figure]) : number(row[figure])}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
