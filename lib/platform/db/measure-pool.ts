import "server-only";

import type { Pool, PoolClient } from "pg";

import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import type { Purpose } from "./database";

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (destroy?: unknown) => void,
) => void;

/** Measures how long a pool's connections are waited for, by statements and transactions alike. */
export function measurePool(pool: Pool, purpose: Purpose): void {
  const { waited, failed } = processMetrics.connections.watch(purpose, () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: pool.options.max,
  }));
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const connectMeasured = (connected: Connected) => {
    const startedMs = performance.now();
    connect((error, client, release) => {
      if (error) failed.inc();
      else waited.observe((performance.now() - startedMs) / 1000);
      connected(error, client, release);
    });
  };
  const connectPromised = () =>
    new Promise<PoolClient>((resolve, reject) => {
      connectMeasured((error, client) => (client ? resolve(client) : reject(error)));
    });
  // The pool's own `query` connects by this too.
  pool.connect = ((connected?: Connected) =>
    connected ? connectMeasured(connected) : connectPromised()) as Pool["connect"];
}
