import { useTranslations } from "next-intl";

import { Card } from "@/components/ui/card";
import { useFormatters } from "@/components/ui/use-formatters";
import type { HomeDraw } from "@/lib/console/home/rules";

import { DrawMarks, HomeDrawTitle, WinnerLink } from "./draw-title";

/** Draws without sales in their day, each in a row. */
export function QuietDraws({ draws }: { draws: readonly HomeDraw[] }) {
  const t = useTranslations("console.homePage");
  const { dollars } = useFormatters();
  if (draws.length === 0) return null;
  return (
    <Card aria-labelledby="quiet-draws" className="py-4 sm:py-4">
      <h2 id="quiet-draws" className="text-xl">
        {t("quietDraws")}
      </h2>
      <ul className="divide-y divide-line">
        {draws.map((draw) => (
          <li key={draw.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <h3 className="font-semibold">
              <HomeDrawTitle draw={draw} />
            </h3>
            <DrawMarks draw={draw} />
            <WinnerLink draw={draw} />
            {draw.pools[0] ? (
              <span className="tabular text-muted sm:ml-auto">
                {[t("tickets", { count: draw.pools[0].sold }), dollars(draw.pools[0].sales)].join(" · ")}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
