"use client";

import { useEffect } from "react";

import { allocationKeys } from "@/lib/terminal/device/rules";
import { clearSoldNote } from "./receipt/sold-note";
import { leaveSales, saleSessions } from "./sale/sale-session";
import { clearSharedSales, clearTerminalData } from "./shell/terminal-storage";
import type { TerminalPage } from "./terminal-header";

const sweepMs = 60_000;

type ForgetSalesProps = {
  place: TerminalPage;
  instanceId?: string | undefined;
};

function useForgetOtherSales({ place, instanceId }: ForgetSalesProps): void {
  useEffect(() => {
    const leave = () => {
      leaveSales(place === "sell" && instanceId ? instanceId : null);
      if (place === "sell" || place === "home") clearSoldNote();
    };
    leave();
    window.addEventListener("pageshow", leave);
    return () => window.removeEventListener("pageshow", leave);
  }, [place, instanceId]);
}

function useForgetOnUnregister({ place }: ForgetSalesProps): void {
  useEffect(() => {
    const onStorage = ({ key, oldValue }: StorageEvent) => {
      if (key !== allocationKeys.deviceId || !oldValue) return;
      clearTerminalData();
      // A form that is still on the page would be stored again. The registration form belongs to the next device.
      if (place !== "register") window.location.reload();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [place]);
}

/** On every page of the terminal, so that data of buyers who have left doesn't stay. */
export function ClearSales(props: ForgetSalesProps) {
  useForgetOtherSales(props);
  useForgetOnUnregister(props);
  useEffect(() => {
    clearSharedSales();
    saleSessions.sweep();
    const timer = setInterval(saleSessions.sweep, sweepMs);
    return () => clearInterval(timer);
  }, []);
  return null;
}
