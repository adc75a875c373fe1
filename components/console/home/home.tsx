"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";

import { useCurrentAdmin } from "@/components/console/console-frame";
import { ConsoleLink } from "@/components/console/console-link";
import { consoleZone } from "@/components/console/console-zone";
import { LoadFailure } from "@/components/console/load-failure";
import { mayOpen } from "@/components/console/sections";
import { Card } from "@/components/ui/card";
import { homeQuery } from "@/lib/console/home/client";
import type { HomeDraw } from "@/lib/console/home/rules";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";

import { HomeDrawCard } from "./home-draw-card";
import { NeedLists } from "./need-list";
import { QuietDraws } from "./quiet-draws";

/** What sells, and what somebody should look at. */
export function Home() {
  const t = useTranslations("console.homePage");
  const tConsole = useTranslations("console");
  const locale = useLocale();
  const read = useQuery(homeQuery());
  const { data: home } = read;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-3xl">{t("title")}</h1>
        {home ? (
          <p className="tabular text-muted text-sm">
            {t("at", { time: formatInstant(home.at, locale, consoleZone, "time") })}
          </p>
        ) : null}
      </div>
      {read.isPending ? <p role="status">{tConsole("loading")}</p> : null}
      <LoadFailure read={read} />
      {home ? (
        <>
          <NeedLists needs={home.needs} />
          {home.draws.length === 0 ? (
            <Card>
              <p className="text-muted">{t("noDraws")}</p>
            </Card>
          ) : null}
          <div className="grid grid-cols-1 items-start gap-6 empty:hidden lg:grid-cols-2">
            {home.draws.filter(hasDaySales).map((draw) => (
              <HomeDrawCard key={draw.id} draw={draw} />
            ))}
          </div>
          <QuietDraws draws={home.draws.filter((draw) => !hasDaySales(draw))} />
          {home.otherDraws > 0 ? <OtherDraws count={home.otherDraws} /> : null}
        </>
      ) : null}
    </>
  );
}

/** Figures that are still being added up may have sales. */
function hasDaySales({ day: { total, completeUntil } }: HomeDraw): boolean {
  return total.orders > 0 || completeUntil !== null;
}

function OtherDraws({ count }: { count: number }) {
  const t = useTranslations("console.homePage");
  const locale = useLocale();
  const text = t("otherDraws", { count });
  if (!mayOpen(useCurrentAdmin(), "draws")) return <p>{text}</p>;
  return (
    <p>
      <ConsoleLink
        href={localizedPath(locale, "/console/draws")}
        className="inline-flex min-h-11 items-center underline"
      >
        {text}
      </ConsoleLink>
    </p>
  );
}
