"use client";

import type { ReactNode } from "react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import type { Connection } from "./use-connection";
import { ConnectionContext } from "./use-connection";
import { watchConnection } from "./watch-connection";

/** Watches the server for all that stands below it (`useConnection`). */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const [unreachableSince, setSince] = useState<Date | null>(null);
  const look = useRef<() => void>(() => undefined);
  useEffect(() => {
    const watch = watchConnection((isReachable) => setSince((since) => (isReachable ? null : (since ?? new Date()))));
    look.current = watch.lookNow;
    return watch.stop;
  }, []);
  const lookNow = useCallback(() => look.current(), []);
  const connection = useMemo<Connection>(() => {
    const note: Connection["note"] = (answer) => {
      if (!answer.ok && answer.reason === "unreachable") lookNow();
      return answer;
    };
    return { isReachable: unreachableSince === null, unreachableSince, note, lookNow };
  }, [unreachableSince, lookNow]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}
