"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useConnection, useLastError } from "@/components/terminal/shell/use-connection";
import { deviceQuery } from "@/lib/terminal/device/client";
import type { Allocation } from "@/lib/terminal/device/rules";
import { getAllocationState } from "@/lib/terminal/device/rules";
import { readStoredAllocation, storeAllocation } from "./allocation-store";
import { DeviceContext } from "./use-device";

function useStoredAllocation(): Allocation | null {
  const [storedAllocation, setStored] = useState<Allocation | null>(null);
  useEffect(() => {
    const allocation = readStoredAllocation();
    if (getAllocationState(allocation) !== "none") setStored(allocation);
  }, []);
  return storedAllocation;
}

export function DeviceProvider({ children }: { children: ReactNode }) {
  const { isReachable } = useConnection();
  const stored = useStoredAllocation();
  const client = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...deviceQuery(),
    enabled: isReachable,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Every answer must be a new object, so that the effect stores it again.
    structuralSharing: false,
  });
  useLayoutEffect(() => {
    if (data?.allocation) storeAllocation(data.allocation);
  }, [data]);
  const lastError = useLastError(error, isFetching);
  // A read in progress may be older than what was just saved.
  const reload = useCallback(async () => {
    await client.cancelQueries({ queryKey: deviceQuery().queryKey });
    await refetch();
  }, [client, refetch]);
  const device = useMemo(
    () => ({
      allocation: data ? data.allocation : stored,
      isLoading: isPending && lastError === null,
      // If the server doesn't answer, the last known state stays.
      refusal: data?.refusal ?? lastError?.reason ?? null,
      reload,
    }),
    [data, stored, isPending, lastError, reload],
  );
  return <DeviceContext value={device}>{children}</DeviceContext>;
}
