"use client";

import type { ReactNode } from "react";
import { useCallback, useMemo, useState } from "react";

import { useLooks } from "@/components/ui/use-looks";
import type { Connection } from "./use-connection";
import { ConnectionContext } from "./use-connection";
import { watchConnection } from "./watch-connection";

/** Watches the server for all that stands below it (`useConnection`). */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const [unreachableSince, setSince] = useState<Date | null>(null);
  const watch = useCallback(
    () => watchConnection((isReachable) => setSince((since) => (isReachable ? null : (since ?? new Date())))),
    [],
  );
  const lookNow = useLooks(watch);
  const connection = useMemo<Connection>(() => {
    const note: Connection["note"] = (answer) => {
      if (!answer.ok && (answer.reason === "unreachable" || answer.reason === "service-unavailable")) lookNow();
      return answer;
    };
    return { isReachable: unreachableSince === null, unreachableSince, note, lookNow };
  }, [unreachableSince, lookNow]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}
