"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";
import { keepOffsets } from "@/lib/platform/i18n/zoned-parts";

const ZoneContext = createContext<string | null>(null);

type ZoneProviderProps = {
  /** Null without a draw; its clocks may be left out where they are known. */
  zone: ZoneOffsets | Pick<ZoneOffsets, "timeZone"> | null;
  children: ReactNode;
};

/** The page goes by the draw's clock, from the server's data, wherever its browser thinks it is. */
export function ZoneProvider({ zone, children }: ZoneProviderProps) {
  if (zone && "offsets" in zone) keepOffsets(zone);
  return <ZoneContext value={zone?.timeZone ?? null}>{children}</ZoneContext>;
}

/** Null on a page about no draw. */
export function useZone(): string | null {
  return useContext(ZoneContext);
}
