import { createContext, useContext } from "react";

const SharedDeviceContext = createContext(false);

/** Strangers use the device in turn, or have their details typed into it. */
export const SharedDeviceProvider = SharedDeviceContext.Provider;

/** True where the browser must not offer one buyer what another typed. */
export function useSharedDevice(): boolean {
  return useContext(SharedDeviceContext);
}
