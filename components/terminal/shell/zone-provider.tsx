"use client";

import { createContext, useContext } from "react";

const ZoneContext = createContext<string | null>(null);

/** Says whose clock a page goes by: the draw's that it is about, wherever the tablet thinks it is. */
export const ZoneProvider = ZoneContext.Provider;

/** The time zone of the page; the tablet's own where it is about no draw. */
export function useZone(): string {
  return useContext(ZoneContext) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
