"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";
import { keepOffsets } from "@/lib/platform/i18n/zoned-parts";

const ZoneContext = createContext<string | null>(null);

type ZoneProviderProps = {
  /** The zone of the draw that the page is about, with its clocks unless they are known; null without a draw. */
  zone: ZoneOffsets | Pick<ZoneOffsets, "timeZone"> | null;
  children: ReactNode;
};

/** Says whose clock a page goes by, wherever its browser thinks it is, and how that clock goes by the server's data. */
export function ZoneProvider({ zone, children }: ZoneProviderProps) {
  if (zone && "offsets" in zone) keepOffsets(zone);
  return <ZoneContext value={zone?.timeZone ?? null}>{children}</ZoneContext>;
}

/** The time zone of the page; null where it is about no draw. */
export function useZone(): string | null {
  return useContext(ZoneContext);
}
