"use client";

import { useEffect } from "react";

import { allocationKeys } from "@/lib/terminal/rules";
import { leaveSales, saleSessions } from "./sale-session";
import { forgetSoldNote } from "./sold-note";
import type { TerminalPlace } from "./terminal-header";
import { forgetTerminalData } from "./terminal-storage";

/** How often a tablet looks for what it has kept too long, in ms. */
const sweepMs = 60_000;

type ForgetSalesProps = {
  place: TerminalPlace;
  /** The draw that the page is about. */
  instanceId?: string | undefined;
};

/** A page of the terminal that is not the page of a sale leaves it, also where the browser brings the page back. */
function useLeaving({ place, instanceId }: ForgetSalesProps): void {
  useEffect(() => {
    const leave = () => {
      leaveSales(place === "sell" && instanceId ? instanceId : null);
      if (place === "sell" || place === "home") forgetSoldNote();
    };
    leave();
    window.addEventListener("pageshow", leave);
    return () => window.removeEventListener("pageshow", leave);
  }, [place, instanceId]);
}

/** Whatever page of the terminal is open: what was typed of a buyer who has gone does not stay in the tablet. */
export function ForgetSales(props: ForgetSalesProps) {
  useLeaving(props);
  useEffect(() => {
    saleSessions.sweep();
    const timer = setInterval(saleSessions.sweep, sweepMs);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    // A registration that ends in another tab takes along what this one keeps.
    const onStorage = ({ key, oldValue }: StorageEvent) => {
      if (key === allocationKeys.deviceId && oldValue) forgetTerminalData();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, []);
  return null;
}
