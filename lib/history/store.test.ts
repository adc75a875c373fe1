import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { peopleChain, signInActions } from "@/lib/people/rules";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import { openTestContext } from "@/tests/support/core/test-context";
import type { HistoryFilter } from "./schema";
import { historySchema } from "./schema";
import { filteredEntries, listHistoryRows } from "./store";

const test = await openTestContext();
afterAll(() => test.close());

const hawks: AccessScope = { parentIds: ["hawks"], drawIds: [] };

async function fillPeople(entries: number, action: string, detail: object): Promise<void> {
  const at = test.clock.now().toISOString();
  await test.ctx.db.execute(
    sql`insert into audit_entries (draw_id, at, action, actor_kind, operator, detail)
      select ${peopleChain}, ${at}::timestamptz + n * interval '1 second', ${action}, 'admin', 'person:p1',
        ${JSON.stringify(detail)}::jsonb from generate_series(1, ${entries}::int) n`,
  );
}

const filterOf = (filter: Partial<HistoryFilter>): HistoryFilter => ({ ...historySchema.parse({}), ...filter });

async function planOf(accessScope: AccessScope, filter: Partial<HistoryFilter>): Promise<string> {
  const statement = filteredEntries({ accessScope, filter: filterOf(filter), limit: 41 });
  return JSON.stringify(await queryRows(test.ctx.db, sql`explain (format json) ${statement}`));
}

async function actionsOf(accessScope: AccessScope, filter: Partial<HistoryFilter>): Promise<Set<string>> {
  const rows = await listHistoryRows(test.ctx.db, { accessScope, filter: filterOf(filter), limit: 1000 });
  return new Set(rows.map(({ action }) => action));
}

describe("the history among many sign-ins", () => {
  it("reads no sign-in where none is shown, and shows them when asked", async () => {
    for (const action of signInActions) await fillPeople(3000, action, { person: "p1", session: "s1" });
    await fillPeople(5, "role-given", { person: "p1", parent: "hawks" });
    await test.ctx.db.execute(sql`analyze audit_entries`);
    const index = '"audit_entries_of_history"';
    for (const filter of [{}, { who: "person:p1" }, { kind: "people" as const }]) {
      expect(await planOf(hawks, filter)).toContain(index);
      expect(await actionsOf(hawks, filter)).toEqual(new Set(["role-given"]));
    }
    expect(await planOf("everything", { signIns: "hidden" })).toContain(index);
    expect(await actionsOf("everything", { signIns: "hidden" })).toEqual(new Set(["role-given"]));
    expect(await planOf("everything", { kind: "role-given" })).toContain(index);
    expect(await planOf("everything", {})).not.toContain(index);
    expect(await actionsOf("everything", { kind: "session-ended" })).toEqual(new Set(["session-ended"]));
  });
});
