"use client";

import type { ReactNode } from "react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { readAllocation } from "@/lib/terminal/client";
import type { Allocation } from "@/lib/terminal/rules";
import { allocationStateOf } from "@/lib/terminal/rules";
import { readStoredAllocation, storeAllocation } from "./allocation-store";
import { isDeviceRefused } from "./device-notice";
import type { Device } from "./use-device";
import { DeviceContext } from "./use-device";

type Known = Omit<Device, "reload">;

/** What this browser was told before, if anything: it stands there until the server has answered. */
function storedOrNull(): Allocation | null {
  const stored = readStoredAllocation();
  return allocationStateOf(stored) === "none" ? null : stored;
}

/** Finds out which device this is, again once the server answers again (`useDevice`). */
export function DeviceProvider({ children }: { children: ReactNode }) {
  const { note, isReachable } = useConnection();
  const [known, setKnown] = useState<Known>({ allocation: null, isLoading: true, refusal: null });
  const reload = useCallback(async () => {
    const answer = note(await readAllocation());
    if (answer.ok) storeAllocation(answer.allocation);
    setKnown(({ allocation, refusal }) => {
      if (answer.ok) return { allocation: answer.allocation, isLoading: false, refusal: null };
      if (isDeviceRefused(answer.reason)) return { allocation: null, isLoading: false, refusal: answer.reason };
      // A server out of service says nothing of the device: what was known of it stays.
      return { allocation, isLoading: false, refusal: isDeviceRefused(refusal) ? refusal : answer.reason };
    });
  }, [note]);
  useEffect(() => setKnown((before) => (before.isLoading ? { ...before, allocation: storedOrNull() } : before)), []);
  useEffect(() => {
    if (isReachable) reload();
  }, [isReachable, reload]);
  const device = useMemo(() => ({ ...known, reload }), [known, reload]);
  return <DeviceContext value={device}>{children}</DeviceContext>;
}
