"use client";

import { createContext, useContext } from "react";

import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { Allocation } from "@/lib/terminal/rules";

/** What this browser knows of its device: what it was told before, and then what the server says of its credential. */
export type Device = {
  /** Null until it is known, or where there is none. */
  allocation: Allocation | null;
  /** True until the server was asked. */
  isLoading: boolean;
  /** Why the server knows no device here, or why it could not say; null while it knows one, or has not been asked. */
  refusal: CallRefusal["reason"] | null;
  reload: () => void;
};

/** Filled by `DeviceProvider`. */
export const DeviceContext = createContext<Device>({
  allocation: null,
  isLoading: true,
  refusal: null,
  reload: () => undefined,
});

/** The device that this browser is registered as. */
export function useDevice(): Device {
  return useContext(DeviceContext);
}
