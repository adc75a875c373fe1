import { createContext, useContext } from "react";

const SharedDeviceContext = createContext(false);

/** Strangers use the device in turn, or an operator types their details into it. */
export const SharedDeviceProvider = SharedDeviceContext.Provider;

export function useSharedDevice(): boolean {
  return useContext(SharedDeviceContext);
}
