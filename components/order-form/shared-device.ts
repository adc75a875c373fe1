import { createContext, useContext } from "react";

const SharedDeviceContext = createContext(false);

/** Strangers use the device in turn, or an operator types their details into it. */
export const SharedDeviceProvider = SharedDeviceContext.Provider;

/** True where the browser must not offer one buyer's details to another. */
export function useSharedDevice(): boolean {
  return useContext(SharedDeviceContext);
}
