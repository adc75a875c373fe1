"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { filterDraws } from "@/components/draws/draw-filter";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { DeviceIncomplete, DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { formatId } from "@/components/terminal/device/readable-id";
import { useDevice } from "@/components/terminal/device/use-device";
import { OrderName } from "@/components/terminal/shell/order-name";
import { RefreshLine } from "@/components/terminal/shell/refresh-line";
import { getRowState, StateMark } from "@/components/terminal/shell/terminal-order-state";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useTerminalFormatters } from "@/components/terminal/shell/use-terminal-text";
import { Card } from "@/components/ui/card";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { TerminalDraw } from "@/lib/terminal/device/client";
import { drawsQuery, summariesQuery } from "@/lib/terminal/device/client";
import type { Allocation } from "@/lib/terminal/device/rules";
import { getAllocationState } from "@/lib/terminal/device/rules";
import { printerChoices } from "@/lib/terminal/device/rules.registration";
import { salesQuery } from "@/lib/terminal/orders/client";
import type { TerminalOrderRow } from "@/lib/terminal/orders/rules";
import type { TerminalSummary } from "@/lib/terminal/summary/rules";
import { OtherDraws, SellRow } from "./draw-rows";
import { TodayCard } from "./today-card";

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

const findDraw = (draws: HomeData["draws"], drawId: string) => draws?.find(({ draw }) => draw.id === drawId)?.draw;

function TodaySummary({ draws, summaries }: Pick<HomeData, "draws" | "summaries">) {
  const getTitle = (drawId: string) => findDraw(draws, drawId)?.title ?? drawId;
  return <TodayCard summaries={summaries && [...summaries.values()]} getTitle={getTitle} />;
}

function LatestSales({ draws, sales }: Pick<HomeData, "draws" | "sales">) {
  const getTimeZone = (drawId: string) => findDraw(draws, drawId)?.timeZone ?? "America/Toronto";
  return <LastSales orders={sales} getTimeZone={getTimeZone} />;
}

function useDeviceTitle(device: string | undefined): void {
  const t = useTranslations("terminal.home");
  const title = device ? t("deviceTitle", { device }) : null;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}

export function TerminalHome() {
  const t = useTranslations("terminal.home");
  const { allocation, refusal: deviceRefusal, isLoading } = useDevice();
  const { isReachable } = useConnection();
  useDeviceTitle(allocation?.deviceDetails?.name);
  const home = useHomeData(!isDeviceRefused(deviceRefusal) && !isLoading);
  const refusal = isDeviceRefused(home.refusal) ? home.refusal : deviceRefusal;
  if (isDeviceRefused(refusal)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h1 className="text-3xl">{t("pageTitle")}</h1>
        <DeviceRefused reason={refusal} />
      </div>
    );
  }
  const maySell = isReachable && allocation !== null && getAllocationState(allocation) === "complete";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:-mt-3 max-sm:gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 max-sm:-mb-2 max-sm:gap-x-2">
        <h1 className="text-xl sm:text-3xl">{t("title")}</h1>
        <ZoneProvider zone={home.draws?.[0]?.draw ?? null}>
          <RefreshLine readAt={home.readAt} onRefresh={home.refresh} isShort />
        </ZoneProvider>
      </div>
      {allocation ? <DeviceIncomplete allocation={allocation} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:gap-3 min-[72rem]:grid-cols-[minmax(0,1fr)_20rem] min-[72rem]:grid-rows-[auto_auto_1fr]">
        <TodaySummary draws={home.draws} summaries={home.summaries} />
        <OnSale draws={home.draws} summaries={home.summaries} maySell={maySell} />
        <OtherDraws draws={groupDraws(home.draws ?? []).others} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 min-[72rem]:col-start-2 min-[72rem]:row-span-3 min-[72rem]:row-start-1">
          <LatestSales draws={home.draws} sales={home.sales} />
          {allocation ? <TabletLine allocation={allocation} /> : null}
        </div>
      </div>
    </div>
  );
}

type LastSalesProps = {
  orders: readonly TerminalOrderRow[] | null;
  getTimeZone: (drawId: string) => string;
};

function Sale({ order, timeZone }: { order: TerminalOrderRow; timeZone: string }) {
  const t = useTranslations("terminal");
  const { dollars, clock } = useTerminalFormatters(timeZone);
  const state = getRowState(order);
  const details = [clock(order.finalizedAt ?? order.placedAt), t("home.tickets", { count: order.tickets })];
  if (order.method) details.push(t(`today.methods.${order.method}`));
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-3 py-2.5 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus">
      <OrderName order={order} details={details.join(" · ")} className="min-w-0 flex-1 basis-40" />
      <p className="ml-auto grid justify-items-end gap-1 leading-tight">
        <span className="tabular font-semibold">{dollars(order.amount)}</span>
        {state === "finalized" ? null : <StateMark state={state} />}
      </p>
    </li>
  );
}

function LastSales({ orders, getTimeZone }: LastSalesProps) {
  const t = useTranslations("terminal.home");
  return (
    <Card aria-labelledby="last-sales" className="grid content-start gap-1 p-4! sm:p-5!">
      <h2 id="last-sales" className="text-xl">
        {t("sales")}
      </h2>
      {orders?.length === 0 ? <p className="text-muted">{t("noSales")}</p> : null}
      {orders && orders.length > 0 ? (
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <Sale key={order.orderId} order={order} timeZone={getTimeZone(order.instanceId)} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function TabletLine({ allocation }: { allocation: Allocation }) {
  const t = useTranslations("terminal.home");
  const printers = useTranslations("registration.printers");
  const { deviceDetails, locationId } = allocation;
  const choice = printerChoices.find((name) => name === deviceDetails?.printer);
  const details = [
    { name: t("location"), value: locationId ? formatId(locationId) : "" },
    { name: t("printer"), value: choice ? printers(choice) : (deviceDetails?.printer ?? "") },
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 px-4 text-muted text-sm sm:px-5">
      {details.map(({ name, value }) => (
        <div key={name}>
          <dt className="inline">{name}</dt>{" "}
          <dd className="ml-0.5 inline font-medium text-ink">{value || t("notGiven")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Operators compare the sum with a cash box, so it need not be live. */
const refreshMs = 20_000;

type HomeData = {
  draws: TerminalDraw[] | null;
  summaries: ReadonlyMap<string, TerminalSummary> | null;
  sales: TerminalOrderRow[] | null;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  refresh: () => void;
};

function useHomeData(isEnabled: boolean): HomeData {
  const { isReachable } = useConnection();
  const queryOptions = { enabled: isEnabled && isReachable, refetchInterval: refreshMs };
  const draws = useQuery({ ...drawsQuery(), ...queryOptions });
  const summaries = useQuery({ ...summariesQuery(), ...queryOptions });
  const sales = useQuery({ ...salesQuery(), ...queryOptions });
  const readAt = Math.min(draws.dataUpdatedAt, summaries.dataUpdatedAt, sales.dataUpdatedAt);
  return {
    draws: draws.data ?? null,
    summaries: summaries.data ?? null,
    sales: sales.data ?? null,
    refusal: (draws.error ?? summaries.error ?? sales.error)?.reason ?? null,
    readAt: readAt > 0 ? new Date(readAt) : null,
    refresh() {
      for (const query of [draws, summaries, sales]) query.refetch();
    },
  };
}

type GroupedDraws = { onSale: TerminalDraw[]; others: TerminalDraw[] };

/**
 * Draws on sale are sorted by closing time, tests last, so that operators don't sell one by mistake. Others are in the
 * order of the draw list.
 */
export function groupDraws(draws: readonly TerminalDraw[]): GroupedDraws {
  const onSale = filterDraws(draws, "ending-soon");
  const startedDraws = filterDraws(draws, undefined).filter((one) => !onSale.includes(one));
  return {
    onSale: [...onSale.filter(({ draw }) => !draw.isTestDraw), ...onSale.filter(({ draw }) => draw.isTestDraw)],
    others: [...startedDraws, ...filterDraws(draws, "past")],
  };
}
