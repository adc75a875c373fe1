"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

import { BrandMark } from "@/components/ui/brand-mark";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { allocationStateOf } from "@/lib/terminal/rules";
import { useDevice } from "./device/use-device";
import { useMayRegister } from "./device/use-may-register";
import { useConnection } from "./shell/use-connection";

/** Where in the terminal a page stands. */
export type TerminalPage = "home" | "sell" | "recent" | "unfinalized" | "details" | "success" | "register";

type TerminalHeaderProps = {
  place: TerminalPage;
  /** The draw that the lists are of; without one there are none to lead to. */
  instanceId?: string | undefined;
};

type LinkedPage = { name: Exclude<TerminalPage, "details" | "success">; path: string };

function placesOf(instanceId: string | undefined, mayRegister: boolean): LinkedPage[] {
  const id = encodeURIComponent(instanceId ?? "");
  const ofDraw: LinkedPage[] = [
    { name: "sell", path: `/terminal/${id}` },
    { name: "recent", path: `/terminal/recent-orders?instanceId=${id}` },
    { name: "unfinalized", path: `/terminal/unfinalized-orders?instanceId=${id}` },
  ];
  const ofTablet: LinkedPage[] = [{ name: "register", path: "/terminal/register" }];
  return [{ name: "home", path: "/terminal" }, ...(instanceId ? ofDraw : []), ...(mayRegister ? ofTablet : [])];
}

/** Where a place stands that is shown: an order's details are one of the latest orders. */
function currentOf(name: LinkedPage["name"], place: TerminalPage): "page" | "true" | undefined {
  if (name === place) return "page";
  return name === "recent" && place === "details" ? "true" : undefined;
}

function Places({ place, instanceId }: TerminalHeaderProps) {
  const t = useTranslations("terminal.places");
  const locale = useLocale();
  const row = useRef<HTMLUListElement>(null);
  // On a phone the last places lie beside the screen.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 48;
  }, []);
  const places = placesOf(instanceId, useMayRegister());
  return (
    <nav aria-label={t("label")} className="terminal-places">
      <ul ref={row}>
        {places.map(({ name, path }) => (
          <li key={name}>
            <a href={localizedPath(locale, path)} aria-current={currentOf(name, place)}>
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
  // Before its scripts run, the page knows nothing of the server.
  if (!isWatched) return null;
  const look = isReachable ? "text-positive" : "font-semibold text-danger";
  return (
    <p className={`inline-flex items-center gap-2 whitespace-nowrap text-sm ${look}`}>
      <span aria-hidden="true" className={`size-2.5 bg-current ${isReachable ? "rounded-full" : ""}`} />
      {t(isReachable ? "connected" : "missing")}
    </p>
  );
}

function Who() {
  const t = useTranslations("terminal.device");
  const { allocation, isLoading } = useDevice();
  const details = allocation?.deviceDetails;
  const isRegistered = allocation !== null && allocationStateOf(allocation) !== "none";
  if (!isRegistered || !details) return <p className="terminal-who text-muted text-sm">{isLoading ? "" : t("none")}</p>;
  return (
    <p className="terminal-who">
      <span className="block truncate font-semibold">{details.name || t("unnamed")}</span>
      <span className="block truncate text-muted text-sm">
        {details.operator ? t("operator", { name: details.operator }) : t("noOperator")}
      </span>
    </p>
  );
}

/**
 * The bar on top of every page of the terminal: which device, who works with it, whether it is connected, where to go.
 */
export function TerminalHeader(props: TerminalHeaderProps) {
  const t = useTranslations("terminal.places");
  return (
    <header className="terminal-bar">
      <div className={`terminal-bar-room ${props.instanceId ? "" : "short"}`}>
        <div className="terminal-bar-row">
          <a
            href={localizedPath(useLocale(), "/terminal")}
            className="inline-flex min-h-11 items-center rounded-control max-sm:[&_svg+span]:sr-only"
          >
            <BrandMark />
            <span className="sr-only">: {t("home")}</span>
          </a>
          <Who />
          <Places {...props} />
          <div className="terminal-state">
            <ConnectionMark />
            <LanguageSwitch />
          </div>
        </div>
      </div>
    </header>
  );
}
