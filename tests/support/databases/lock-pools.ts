import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";

/** Pools that are locked by the test; `release` lets those who wait for them go on. */
export type PoolLock = { waitFor: (count: number) => Promise<void>; release: () => Promise<void> };

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function countWaiting(watcher: Client): Promise<number> {
  const { rows } = await watcher.query<{ count: string }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(rows[0]?.count);
}

/** Locks the pools of a draw on PostgreSQL, so that calls gather before them with what they have read until then. */
export async function lockPools(databaseUrl: string, drawId: string): Promise<PoolLock> {
  const holder = await connect(databaseUrl);
  // A transaction sees one state of the activity: who waits is asked outside of it.
  const watcher = await connect(databaseUrl);
  await holder.query("begin");
  await holder.query("select from pools where draw_id = $1 for update", [drawId]);
  return {
    waitFor: async (count) => {
      while ((await countWaiting(watcher)) < count) await wait(10);
    },
    release: async () => {
      await holder.query("commit");
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}
