import { sql } from "drizzle-orm";
import { sealMarginMs } from "@/lib/audit/rules.chain";
import { sealEntries } from "@/lib/audit/seal-entries";
import { checkChains } from "@/lib/invariants/check-chains";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { queryRows } from "@/lib/platform/db/database";

import { openDraw, place } from "./orders";
import type { TestContext } from "./test-context";

type Row = { sequence: number; seal: string; entry_id: string; order_id: string };

export async function readChain({ ctx }: TestContext, drawId: string): Promise<Row[]> {
  const rows = await queryRows<Row>(
    ctx.db,
    sql`select sequence, seal, entry_id, order_id from audit_entries
      where draw_id = ${drawId} and sequence is not null order by sequence`,
  );
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

/** Deletes the draw's own entries, so that its chain begins with the first order. */
export async function openChain(test: TestContext, name: string): Promise<string> {
  const drawId = await openDraw(test, name);
  await test.ctx.db.execute(sql`delete from audit_entries where draw_id = ${drawId}`);
  return drawId;
}

export async function writeEntries(test: TestContext, drawId: string, orders: number): Promise<void> {
  for (let count = 0; count < orders; count += 1) {
    const order = await place(test, drawId);
    test.clock.advance(1000);
    await cancelOrder(test.ctx, order);
    test.clock.advance(1000);
  }
}

export async function sealAll(test: TestContext): Promise<number> {
  test.clock.advance(2 * sealMarginMs);
  return sealEntries(test.ctx);
}

/** Creates a backlog, as if the job had been stopped. */
export async function multiply({ ctx }: TestContext, drawId: string, times: number): Promise<void> {
  await ctx.db.execute(
    sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
      select draw_id, order_id, at, action, actor_kind, detail from (
        select * from audit_entries where draw_id = ${drawId} and action = 'placed' limit 1
      ) one, generate_series(1, ${times}::int)`,
  );
}

export async function findBreaks({ ctx }: TestContext, drawId: string): Promise<[string, unknown][]> {
  const { violations } = await checkChains(ctx, [{ drawId }]);
  const breaks = violations.filter(({ check }) => check === "audit-chain");
  return breaks.map(({ subject, detail }) => [subject, detail.problem]);
}
