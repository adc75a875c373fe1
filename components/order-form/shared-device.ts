import { createContext, useContext } from "react";

const SharedDeviceContext = createContext(false);

export const SharedDeviceProvider = SharedDeviceContext.Provider;

export function useSharedDevice(): boolean {
  return useContext(SharedDeviceContext);
}
