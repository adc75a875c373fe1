import "server-only";

import { sql } from "drizzle-orm";

import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";

import type { Role } from "./rules.roles";

type SuggestedRole = { userId: string; role: Role; drawId: string };

/** Draws whose sales ended more than this many days ago suggest nothing. */
const pastDays = 30;

/** Limits the rows read, so that many draws with many names are no slower. */
const maxSuggestions = 2000;

/** Lists roles that draws name for a user, except those that the person invited as this user already has. */
export function listSuggestedRoles(db: Database, accessScope: AccessScope, now: Date): Promise<SuggestedRole[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return queryRows<SuggestedRole>(
    db,
    sql`select u.key as "userId", named.role, d.draw_id as "drawId"
      from draws d
      cross join lateral jsonb_each(d.definition -> 'userRoles') u
      cross join lateral jsonb_array_elements_text(u.value) named(role)
      where ${accessScopeCondition(accessScope)} and d.closes_at > ${at} - make_interval(days => ${pastDays})
        and not exists (
          select from persons p join person_roles r on r.person_id = p.person_id
          where u.key = any(p.user_ids) and r.role = named.role and case r.scope_kind
            when 'everything' then true
            when 'parent' then r.scope_id = d.parent_id
            else r.scope_id = d.draw_id end)
      order by u.key, d.closes_at desc, d.draw_id, named.role ${limitClause(maxSuggestions)}`,
  );
}
