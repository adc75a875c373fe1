"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

import { BrandMark } from "@/components/ui/brand-mark";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { ThemeToggle } from "@/components/ui/theme-toggle";
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
    <nav aria-label={t("label")} className="-mx-3">
      <ul ref={row} className="terminal-places">
        {places.map(({ name, path }) => (
          <li key={name}>
            <a
              href={localizedPath(locale, path)}
              aria-current={currentOf(name, place)}
              className="inline-flex min-h-11 items-center border-transparent border-b-3 px-3 font-medium hover:border-line-strong focus-visible:-outline-offset-3 aria-[current]:border-brand aria-[current]:font-semibold"
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
  if (!isRegistered || !details) return <p className="min-w-0 text-muted text-sm">{isLoading ? "" : t("none")}</p>;
  return (
    <p className="min-w-0 leading-tight">
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
    <header className="border-line border-b bg-raised print:hidden">
      <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] px-4 sm:px-6">
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 sm:gap-x-4">
          <a
            href={localizedPath(useLocale(), "/terminal")}
            className="inline-flex min-h-11 items-center rounded-control max-sm:[&_svg+span]:sr-only"
          >
            <BrandMark />
            <span className="sr-only">: {t("home")}</span>
          </a>
          <div className="flex min-w-0 flex-1 basis-36 items-center justify-between gap-3 sm:basis-0 sm:gap-4">
            <Who />
            <ConnectionMark />
          </div>
          <div className="ml-auto flex items-center gap-1">
            <LanguageSwitch />
            {/* A phone's is on the page of this tablet. */}
            <div className="hidden sm:block">
              <ThemeToggle />
            </div>
          </div>
        </div>
        <Places {...props} />
      </div>
    </header>
  );
}
