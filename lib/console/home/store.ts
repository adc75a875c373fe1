import "server-only";

import { sql } from "drizzle-orm";
import { attentionKinds } from "@/lib/console/orders/rules";
import { attentionCandidates, attentionCondition } from "@/lib/console/orders/store.attention";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { AttentionCount, SeenTablet } from "./rules.needs";

/** Counts the orders of the console's lists of what needs attention, of all draws of the scope. */
export function countAttention(db: Database, accessScope: AccessScope): Promise<AttentionCount[]> {
  const counts = attentionKinds.map(
    (kind) => sql`select ${kind}::text as kind, count(*)::int as orders
      from ${attentionCandidates(kind, sql`d.draw_id`)} o where ${attentionCondition(kind)}`,
  );
  return queryRows(
    db,
    sql`select c.kind, d.draw_id as "drawId", d.definition -> 'title' as titles,
        coalesce(d.definition ->> 'timeZone', 'America/Toronto') as "timeZone", c.orders
      from draws d cross join lateral (${sql.join(counts, sql` union all `)}) c
      where c.orders > 0 and ${accessScopeCondition(accessScope)} order by d.closes_at desc, d.draw_id`,
  );
}

/** Tablets in use that last called within a span. */
export async function listSeenTablets(
  db: Database,
  parentIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<SeenTablet[]> {
  const rows = await queryRows<Omit<SeenTablet, "seenAt"> & { seenAt: string | Date }>(
    db,
    sql`select device_id as "deviceId", coalesce(name, label) as name, seen_at as "seenAt" from devices
      where parent_id = any(${sql.param(parentIds)}::text[]) and credential_hash is not null and revoked_at is null
        and seen_at > ${from.toISOString()}::timestamptz and seen_at <= ${to.toISOString()}::timestamptz
      order by name, device_id`,
  );
  return rows.map((row) => ({ ...row, seenAt: new Date(row.seenAt) }));
}

/** Also of tablets that were revoked since. */
export async function readTabletNames(db: Database, deviceIds: readonly string[]): Promise<Map<string, string>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await queryRows<{ deviceId: string; name: string }>(
    db,
    sql`select device_id as "deviceId", coalesce(name, label) as name from devices
      where device_id = any(${sql.param(deviceIds)}::text[])`,
  );
  return new Map(rows.map(({ deviceId, name }) => [deviceId, name]));
}
