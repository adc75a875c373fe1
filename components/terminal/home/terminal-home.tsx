"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { DrawFilter } from "@/components/draws/draw-filter";
import { filterForTablet } from "@/components/draws/draw-filter";
import { Fact } from "@/components/orders/fact";
import { DeviceIncomplete, DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { readableId } from "@/components/terminal/device/readable-id";
import { useDevice } from "@/components/terminal/device/use-device";
import { RefreshLine } from "@/components/terminal/shell/refresh-line";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { ZoneProvider } from "@/components/terminal/shell/zone-provider";
import { Card } from "@/components/ui/card";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { TerminalDraw } from "@/lib/terminal/client";
import { drawsQuery, summariesQuery } from "@/lib/terminal/client";
import type { Allocation } from "@/lib/terminal/rules";
import { allocationStateOf } from "@/lib/terminal/rules";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { printerChoices } from "@/lib/terminal/rules.registration";
import { DrawChoice } from "./draw-choice";
import { DrawTile } from "./draw-tile";
import { TodaySum } from "./today-sum";

/** How long what is shown stays good, in ms: an operator compares it with a cash box, not with a clock. */
const refreshMs = 20_000;

/** What the home page knows: draws are null until they were read; what was read is kept until it is read again. */
type HomeData = {
  draws: TerminalDraw[] | null;
  /** The money of today by the id of its draw. */
  summaries: ReadonlyMap<string, TerminalSummary>;
  refusal: CallRefusal["reason"] | null;
  /** When all of it was read last. */
  readAt: Date | null;
  refresh: () => void;
};

const noSummaries: HomeData["summaries"] = new Map();

/** Reads the draws of the parent and what this device took today, again and again; `isOn` false reads nothing. */
function useHome(isOn: boolean): HomeData {
  const { isReachable } = useConnection();
  const asking = { enabled: isOn && isReachable, refetchInterval: refreshMs };
  const draws = useQuery({ ...drawsQuery(), ...asking });
  const sums = useQuery({ ...summariesQuery(), ...asking });
  const readAt = Math.min(draws.dataUpdatedAt, sums.dataUpdatedAt);
  return {
    draws: draws.data ?? null,
    summaries: sums.data ?? noSummaries,
    refusal: (draws.error ?? sums.error)?.reason ?? null,
    readAt: readAt > 0 ? new Date(readAt) : null,
    refresh() {
      draws.refetch();
      sums.refetch();
    },
  };
}

function DeviceCard({ allocation }: { allocation: Allocation }) {
  const t = useTranslations("terminal.home");
  const { deviceDetails, locationId } = allocation;
  const none = <span className="text-muted">{t("notGiven")}</span>;
  const printers = useTranslations("registration.printers");
  const choice = printerChoices.find((name) => name === deviceDetails?.printer);
  const printer = choice ? printers(choice) : deviceDetails?.printer;
  return (
    <Card aria-label={t("device")}>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Fact name={t("device")}>{deviceDetails?.name || none}</Fact>
        <Fact name={t("operator")}>{deviceDetails?.operator || none}</Fact>
        <Fact name={t("location")}>{locationId ? readableId(locationId) : none}</Fact>
        <Fact name={t("printer")}>{printer || none}</Fact>
      </dl>
    </Card>
  );
}

function DrawList({ draws, summaries, maySell }: Pick<HomeData, "draws" | "summaries"> & { maySell: boolean }) {
  const t = useTranslations("terminal.home");
  const [filter, setFilter] = useState<DrawFilter>();
  const shown = filterForTablet(draws ?? [], filter);
  // What several draws have in common is said once.
  const areSeveral = draws !== null && draws.length > 1;
  const summaryOf = (drawId: string) => {
    const summary = summaries.get(drawId) ?? null;
    return areSeveral && summary?.methods.length === 0 ? null : summary;
  };
  return (
    <>
      {areSeveral ? <TodaySum summaries={[...summaries.values()]} /> : null}
      {draws ? <DrawChoice filter={filter} onChoose={setFilter} /> : null}
      <p role="status" className={shown.length > 0 ? "sr-only" : "rounded-card border border-line bg-raised p-8"}>
        {draws ? t("found", { count: shown.length }) : t("loading")}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2 xl:grid-cols-3">
        {shown.map((one) => (
          <DrawTile key={one.draw.id} {...one} summary={summaryOf(one.draw.id)} maySell={maySell} />
        ))}
      </div>
    </>
  );
}

/** Home of the terminal: what this device still lacks, the draws of its parent, the money of today, and the device. */
export function TerminalHome() {
  const t = useTranslations("terminal.home");
  const { allocation, refusal: deviceRefusal, isLoading } = useDevice();
  const { isReachable } = useConnection();
  const home = useHome(!isDeviceRefused(deviceRefusal) && !isLoading);
  const refusal = isDeviceRefused(home.refusal) ? home.refusal : deviceRefusal;
  const heading = <h1 className="text-3xl sm:text-4xl">{t("title")}</h1>;
  if (isDeviceRefused(refusal)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {heading}
        <DeviceRefused reason={refusal} />
      </div>
    );
  }
  const maySell = isReachable && allocation !== null && allocationStateOf(allocation) === "complete";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {heading}
        <ZoneProvider value={home.draws?.[0]?.draw.timeZone ?? null}>
          <RefreshLine readAt={home.readAt} onRefresh={home.refresh} />
        </ZoneProvider>
      </div>
      {allocation ? <DeviceIncomplete allocation={allocation} /> : null}
      <h2 className="sr-only">{t("draws")}</h2>
      <DrawList draws={home.draws} summaries={home.summaries} maySell={maySell} />
      {allocation ? <DeviceCard allocation={allocation} /> : null}
    </div>
  );
}
