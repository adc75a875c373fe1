import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";

export type PoolLock = { waitFor: (count: number) => Promise<void>; release: () => Promise<void> };

/** Calls queue behind this lock with what they have read so far. */
export async function lockPools(databaseUrl: string, drawId: string): Promise<PoolLock> {
  const holder = await connect(databaseUrl);
  // A transaction sees one snapshot of the activity, so waiters are counted outside of it.
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
