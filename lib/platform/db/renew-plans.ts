import "server-only";

import type { Pool, PoolClient } from "pg";

/** How often a connection in use checks the tables, in ms. */
const everyMs = 1000;

/**
 * Throws all plans of the connection away, those of foreign keys too, once any table has eight times as many rows as
 * when it last did so. No table is locked for it, and nothing is written but a setting of the session.
 */
const renewal = `do $$
  declare
    sizes text := (
      select string_agg(floor(ln(1 + pg_stat_get_live_tuples(oid)::float8) / ln(8))::text, ' ' order by oid)
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace);
  begin
    if sizes is distinct from current_setting('tirage.sizes', true) then
      discard plans;
      perform set_config('tirage.sizes', sizes, false);
    end if;
  end $$`;

/**
 * Makes every connection of a pool renew its cached plans as tables grow: a plan made for an empty table uses any
 * index, and would read all orders of a draw to find one (decision 050). Whoever uses the connection does it: no job,
 * timer or statistics are needed.
 */
export function renewPlans(pool: Pool): void {
  const lookedAtMs = new WeakMap<PoolClient, number>();
  pool.on("connect", (client) => lookedAtMs.set(client, performance.now()));
  // Before the first statement on a connection that was just taken, and never within a transaction.
  pool.on("acquire", (client) => {
    const nowMs = performance.now();
    if (nowMs - (lookedAtMs.get(client) ?? 0) < everyMs) return;
    lookedAtMs.set(client, nowMs);
    // What breaks it breaks the statement behind it, which tells.
    client.query(renewal).catch(() => undefined);
  });
}
