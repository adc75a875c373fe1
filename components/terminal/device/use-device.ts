"use client";

import { createContext, useContext } from "react";

import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { Allocation } from "@/lib/terminal/rules";

/** What was stored here, then what the server says of its credential. */
export type Device = {
  /** Null until known, or without one. */
  allocation: Allocation | null;
  /** Until the server was asked. */
  isLoading: boolean;
  /** Null while the server knows the device, or has not been asked. */
  refusal: CallRefusal["reason"] | null;
  reload: () => void;
};

/** Provided by `DeviceProvider`. */
export const DeviceContext = createContext<Device>({
  allocation: null,
  isLoading: true,
  refusal: null,
  reload: () => undefined,
});

export function useDevice(): Device {
  return useContext(DeviceContext);
}
