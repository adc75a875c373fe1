"use client";

import { useEffect } from "react";

import { allocationKeys } from "@/lib/terminal/rules";
import { forgetSoldNote } from "./receipt/sold-note";
import { leaveSales, saleSessions } from "./sale/sale-session";
import { forgetSharedSales, forgetTerminalData } from "./shell/terminal-storage";
import type { TerminalPage } from "./terminal-header";

/** How often a tablet looks for what it has kept too long, in ms. */
const sweepMs = 60_000;

type ForgetSalesProps = {
  place: TerminalPage;
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

/** A registration that ends in another tab takes along what this one keeps and shows. */
function useUnregistering({ place }: ForgetSalesProps): void {
  useEffect(() => {
    const onStorage = ({ key, oldValue }: StorageEvent) => {
      if (key !== allocationKeys.deviceId || !oldValue) return;
      forgetTerminalData();
      // A form that stays would be kept again. That of a registration is the next device's.
      if (place !== "register") window.location.reload();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [place]);
}

/** Whatever page of the terminal is open: what was typed of a buyer who has gone does not stay in the tablet. */
export function ForgetSales(props: ForgetSalesProps) {
  useLeaving(props);
  useUnregistering(props);
  useEffect(() => {
    forgetSharedSales();
    saleSessions.sweep();
    const timer = setInterval(saleSessions.sweep, sweepMs);
    return () => clearInterval(timer);
  }, []);
  return null;
}
