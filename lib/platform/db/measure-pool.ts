import "server-only";

import type { Pool, PoolClient } from "pg";

import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import type { Purpose } from "./database";

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (destroy?: unknown) => void,
) => void;

export function measurePool(pool: Pool, purpose: Purpose): void {
  const { waited, failed } = processMetrics.connections.watch(purpose, () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: pool.options.max,
  }));
  const connect = pool.connect.bind(pool) as (callback: ConnectCallback) => void;
  const measuredConnect = (callback: ConnectCallback) => {
    const startedMs = performance.now();
    connect((error, client, release) => {
      if (error) failed.inc();
      else waited.observe((performance.now() - startedMs) / 1000);
      callback(error, client, release);
    });
  };
  const connectAsync = () =>
    new Promise<PoolClient>((resolve, reject) => {
      measuredConnect((error, client) => (client ? resolve(client) : reject(error)));
    });
  // `pool.query` connects through this method too.
  pool.connect = ((callback?: ConnectCallback) =>
    callback ? measuredConnect(callback) : connectAsync()) as Pool["connect"];
}
