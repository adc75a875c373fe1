"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";
import { setServerOffsets } from "@/lib/platform/i18n/zoned-parts";

const ZoneContext = createContext<string | null>(null);

type ZoneProviderProps = {
  zone: ZoneOffsets | Pick<ZoneOffsets, "timeZone"> | null;
  children: ReactNode;
};

/** Shows times in the draw's zone, by the server's data instead of the browser's. */
export function ZoneProvider({ zone, children }: ZoneProviderProps) {
  if (zone && "offsets" in zone) setServerOffsets(zone);
  return <ZoneContext value={zone?.timeZone ?? null}>{children}</ZoneContext>;
}

export function useZone(): string | null {
  return useContext(ZoneContext);
}
