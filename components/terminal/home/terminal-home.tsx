"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { DeviceIncomplete, DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { useDevice } from "@/components/terminal/device/use-device";
import { RefreshLine } from "@/components/terminal/shell/refresh-line";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { allocationStateOf } from "@/lib/terminal/rules";
import { groupDraws } from "./group-draws";
import { LastSales } from "./last-sales";
import { OtherDraws } from "./other-draws";
import { SellRow } from "./sell-row";
import { TabletLine } from "./tablet-line";
import { TodayCard } from "./today-card";
import type { HomeData } from "./use-home";
import { useHome } from "./use-home";

/** What can be sold now, each as a row that leads to selling it. */
function OnSale({ draws, summaries, maySell }: Pick<HomeData, "draws" | "summaries"> & { maySell: boolean }) {
  const t = useTranslations("terminal.home");
  const { onSale } = groupDraws(draws ?? []);
  return (
    <section
      aria-labelledby="on-sale"
      className="@container self-start rounded-card border border-line bg-raised shadow-card"
    >
      <h2 id="on-sale" className="sr-only">
        {t("draws")}
      </h2>
      <p role="status" className={onSale.length > 0 ? "sr-only" : "p-8"}>
        {draws ? t("found", { count: onSale.length }) : t("loading")}
      </p>
      {onSale.map((one) => (
        <SellRow key={one.draw.id} {...one} summary={summaries?.get(one.draw.id) ?? null} maySell={maySell} />
      ))}
    </section>
  );
}

const drawIn = (draws: HomeData["draws"], drawId: string) => draws?.find(({ draw }) => draw.id === drawId)?.draw;

function Today({ draws, summaries }: Pick<HomeData, "draws" | "summaries">) {
  const titleOf = (drawId: string) => drawIn(draws, drawId)?.title ?? drawId;
  return <TodayCard summaries={summaries && [...summaries.values()]} titleOf={titleOf} />;
}

function Latest({ draws, sales }: Pick<HomeData, "draws" | "sales">) {
  const timeZoneOf = (drawId: string) => drawIn(draws, drawId)?.timeZone ?? "America/Toronto";
  return <LastSales orders={sales} timeZoneOf={timeZoneOf} />;
}

/** The tab's title, by which somebody with several tablets knows which one this is. */
function useDeviceTitle(device: string | undefined): void {
  const t = useTranslations("terminal.home");
  const title = device ? t("deviceTitle", { device }) : null;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}

/**
 * Home of the terminal, for who stands at the cash box: what this device still lacks, the money of today, what it can
 * sell and folded what it can't, the last sales, and where the tablet is.
 */
export function TerminalHome() {
  const t = useTranslations("terminal.home");
  const { allocation, refusal: deviceRefusal, isLoading } = useDevice();
  const { isReachable } = useConnection();
  useDeviceTitle(allocation?.deviceDetails?.name);
  const home = useHome(!isDeviceRefused(deviceRefusal) && !isLoading);
  const refusal = isDeviceRefused(home.refusal) ? home.refusal : deviceRefusal;
  if (isDeviceRefused(refusal)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h1 className="text-3xl">{t("pageTitle")}</h1>
        <DeviceRefused reason={refusal} />
      </div>
    );
  }
  const maySell = isReachable && allocation !== null && allocationStateOf(allocation) === "complete";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:-mt-3 max-sm:gap-3">
      {/* One line, of which a phone leaves the rest of its screen to what is sold. */}
      <div className="flex flex-wrap items-center justify-between gap-x-6 max-sm:-mb-2 max-sm:gap-x-2">
        <h1 className="text-xl sm:text-3xl">{t("title")}</h1>
        <ZoneProvider zone={home.draws?.[0]?.draw ?? null}>
          <RefreshLine readAt={home.readAt} onRefresh={home.refresh} isShort />
        </ZoneProvider>
      </div>
      {allocation ? <DeviceIncomplete allocation={allocation} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:gap-3 min-[72rem]:grid-cols-[minmax(0,1fr)_20rem] min-[72rem]:grid-rows-[auto_auto_1fr]">
        <Today draws={home.draws} summaries={home.summaries} />
        <OnSale draws={home.draws} summaries={home.summaries} maySell={maySell} />
        <OtherDraws draws={groupDraws(home.draws ?? []).others} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 min-[72rem]:col-start-2 min-[72rem]:row-span-3 min-[72rem]:row-start-1">
          <Latest draws={home.draws} sales={home.sales} />
          {allocation ? <TabletLine allocation={allocation} /> : null}
        </div>
      </div>
    </div>
  );
}
