"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useCanRegister } from "@/components/terminal/device/use-device";
import { BrandMark } from "@/components/ui/page/brand-mark";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { getAllocationState } from "@/lib/terminal/device/rules";
import { useDevice } from "./device/use-device";
import { useConnection } from "./shell/use-connection";

export type TerminalPage = "home" | "sell" | "recent" | "unfinalized" | "details" | "success" | "register";

type TerminalHeaderProps = {
  place: TerminalPage;
  instanceId?: string | undefined;
};

type LinkedPage = { name: Exclude<TerminalPage, "details" | "success">; path: string };

function listPlaces(instanceId: string | undefined, mayRegister: boolean): LinkedPage[] {
  const id = encodeURIComponent(instanceId ?? "");
  const drawPages: LinkedPage[] = [
    { name: "sell", path: `/terminal/${id}` },
    { name: "recent", path: `/terminal/recent-orders?instanceId=${id}` },
    { name: "unfinalized", path: `/terminal/unfinalized-orders?instanceId=${id}` },
  ];
  const tabletPages: LinkedPage[] = [{ name: "register", path: "/terminal/register" }];
  return [{ name: "home", path: "/terminal" }, ...(instanceId ? drawPages : []), ...(mayRegister ? tabletPages : [])];
}

function getAriaCurrent(name: LinkedPage["name"], place: TerminalPage): "page" | "true" | undefined {
  if (name === place) return "page";
  return name === "recent" && place === "details" ? "true" : undefined;
}

const oneRowStyles = {
  draw: {
    row: "@min-[66rem]:flex-nowrap @min-[66rem]:pt-0",
    who: "@min-[66rem]:max-w-56 @min-[66rem]:flex-initial @min-[66rem]:basis-auto",
    places: "@min-[66rem]:order-none @min-[66rem]:mx-0 @min-[66rem]:shrink-0 @min-[66rem]:basis-auto",
    place: "@min-[66rem]:min-h-[calc(4rem-1px)] @min-[66rem]:pt-[3px]",
  },
  tablet: {
    row: "@min-[42rem]:flex-nowrap @min-[42rem]:pt-0",
    who: "@min-[42rem]:max-w-72 @min-[42rem]:flex-initial @min-[42rem]:basis-auto",
    places: "@min-[42rem]:order-none @min-[42rem]:mx-0 @min-[42rem]:shrink-0 @min-[42rem]:basis-auto",
    place: "@min-[42rem]:min-h-[calc(4rem-1px)] @min-[42rem]:pt-[3px]",
  },
};

const getOneRowClasses = ({ instanceId }: Pick<TerminalHeaderProps, "instanceId">) =>
  oneRowStyles[instanceId ? "draw" : "tablet"];

const placeClass =
  "inline-flex min-h-11 items-center border-transparent border-b-3 px-3 font-medium hover:border-line-strong " +
  "focus-visible:-outline-offset-3 aria-[current]:border-brand aria-[current]:font-semibold " +
  "@min-[66rem]:text-[0.9375rem]";

function Places({ place, instanceId }: TerminalHeaderProps) {
  const t = useTranslations("terminal.places");
  const locale = useLocale();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 48;
  }, []);
  const places = listPlaces(instanceId, useCanRegister());
  const classes = getOneRowClasses({ instanceId });
  return (
    <nav aria-label={t("label")} className={`order-last -mx-3 min-w-0 basis-[calc(100%+1.5rem)] ${classes.places}`}>
      <ul
        ref={row}
        className="flex overflow-x-auto whitespace-nowrap [scrollbar-width:none] max-sm:pr-8 max-sm:[mask:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)]"
      >
        {places.map(({ name, path }) => (
          <li key={name}>
            <a
              href={localizedPath(locale, path)}
              aria-current={getAriaCurrent(name, place)}
              className={`${placeClass} ${classes.place}`}
            >
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ConnectionMark() {
  const t = useTranslations("terminal.connection");
  const { isReachable } = useConnection();
  const [isWatched, setWatched] = useState(false);
  useEffect(() => setWatched(true), []);
  // Before its scripts run, the page can't know if the server is reachable.
  if (!isWatched) return null;
  const look = isReachable ? "text-positive" : "font-semibold text-danger";
  return (
    <p className={`inline-flex items-center gap-2 whitespace-nowrap text-sm ${look}`}>
      <span aria-hidden="true" className={`size-2.5 bg-current ${isReachable ? "rounded-full" : ""}`} />
      <span>{t(isReachable ? "connected" : "missing")}</span>
    </p>
  );
}

function DeviceName({ instanceId }: Pick<TerminalHeaderProps, "instanceId">) {
  const t = useTranslations("terminal.device");
  const { allocation, isLoading } = useDevice();
  const details = allocation?.deviceDetails;
  const isRegistered = allocation !== null && getAllocationState(allocation) !== "none";
  const whoClass = `min-w-0 flex-1 basis-36 leading-tight sm:basis-0 ${getOneRowClasses({ instanceId }).who}`;
  if (!isRegistered || !details)
    return <p className={`${whoClass} text-muted text-sm`}>{isLoading ? "" : t("none")}</p>;
  return (
    <p className={whoClass}>
      <span className="block truncate font-semibold">{details.name || t("unnamed")}</span>
      <span className="block truncate text-muted text-sm">
        {details.operator ? t("operator", { name: details.operator }) : t("noOperator")}
      </span>
    </p>
  );
}

export function TerminalHeader(props: TerminalHeaderProps) {
  const t = useTranslations("terminal.places");
  return (
    <header className="border-line border-b bg-raised print:hidden">
      <div className="@container mx-auto max-w-6xl px-4 sm:px-6">
        <div className={`flex flex-wrap items-center gap-x-3 pt-1.5 sm:gap-x-4 ${getOneRowClasses(props).row}`}>
          <a
            href={localizedPath(useLocale(), "/terminal")}
            className="inline-flex min-h-11 items-center rounded-control max-sm:[&_svg+span]:sr-only"
          >
            <BrandMark />
            <span className="sr-only">: {t("home")}</span>
          </a>
          <DeviceName instanceId={props.instanceId} />
          <Places {...props} />
          <div className="-mr-2 ml-auto flex items-center gap-1 sm:gap-2">
            <ConnectionMark />
            <LanguageSwitch />
          </div>
        </div>
      </div>
    </header>
  );
}
