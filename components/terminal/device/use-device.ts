"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { Allocation } from "@/lib/terminal/device/rules";
import { readIdCookies } from "@/lib/terminal/device/rules";

type Device = {
  allocation: Allocation | null;
  isLoading: boolean;
  refusal: CallRefusal["reason"] | null;
  reload: () => void;
};

export const DeviceContext = createContext<Device>({
  allocation: null,
  isLoading: true,
  refusal: null,
  reload: () => undefined,
});

export function useDevice(): Device {
  return useContext(DeviceContext);
}

const subscribeToNothing = () => () => undefined;

function hasIdCookies(): boolean {
  const ids = readIdCookies(document.cookie, window.location.protocol === "https:");
  return Object.values(ids).some(Boolean);
}

/** This browser has its allocation's cookies, so the registration page's guard accepts it without a link. */
export function useCanRegister(): boolean {
  // Cookies fire no event, but they change together with the device.
  useDevice();
  return useSyncExternalStore(subscribeToNothing, hasIdCookies, () => true);
}
