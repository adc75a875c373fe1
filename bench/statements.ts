import { randomBytes } from "node:crypto";

import type { Context } from "@/lib/context";
import { readOrder } from "@/lib/orders/read-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import type { Database } from "@/lib/platform/db/database";
import { requestRefund } from "@/lib/refunds/request-refund";
import { authenticateDevice } from "@/lib/terminal/device/authenticate-device";
import { createDevice } from "@/lib/terminal/device/create-device";
import { registerDevice } from "@/lib/terminal/device/register-device";
import { viewOrder } from "@/lib/terminal/orders/view-order";
import { gateBasket, openCashDraw } from "@/tests/support/core/cash";
import { createBasket, createPayment, freshKey, openDraw } from "@/tests/support/core/orders";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";

/** Begins and ends of transactions don't count as statements. */
type Counted = { statements: string[]; transactions: number };

type Prepared = { sql: string };
type Session = {
  prepareQuery: (query: Prepared, ...rest: unknown[]) => unknown;
  transaction: (...given: unknown[]) => unknown;
};

let counted: Counted = { statements: [], transactions: 0 };

/** Also counts statements of open transactions. */
function countStatements(db: Database): void {
  const session: Session = Object.getPrototypeOf(db._.session);
  const { prepareQuery, transaction } = session;
  session.prepareQuery = function (query, ...rest) {
    // One driver begins and ends its transactions by statements.
    if (!/^(begin|commit|rollback)\b/i.test(query.sql)) counted.statements.push(query.sql);
    return prepareQuery.call(this, query, ...rest);
  };
  session.transaction = function (...values) {
    counted.transactions += 1;
    return transaction.apply(this, values);
  };
}

const printsStatements = process.argv.includes("--sql");

async function measure<Answer extends { ok: boolean }>(name: string, run: () => Promise<Answer>) {
  counted = { statements: [], transactions: 0 };
  const answer = await run();
  const { statements, transactions } = counted;
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  const ends = `${transactions} begin + ${transactions} end`;
  console.log(`${name.padEnd(48)} ${String(statements.length).padStart(3)} statements, ${ends}`);
  if (printsStatements) for (const sql of statements) console.log(`    ${sql.replace(/\s+/g, " ").slice(0, 150)}`);
  return answer as Extract<Answer, { ok: true }>;
}

async function openDevice(admin: Context, ctx: Context): Promise<string> {
  const created = await createDevice(admin, { parentId: "test-parent", locationId: "gate", name: "Gate 1" });
  if (!created.ok) throw new Error(created.reason);
  const { deviceId, parentId, locationId } = created.device;
  const deviceData = { locationId, code: created.code, name: "Gate 1", operator: "Alex", printer: "browser" };
  const browser = { key: null, credential: null, ipAddress: "203.0.113.8" };
  const registered = await registerDevice(ctx, { deviceId, parentId, deviceData }, browser);
  if (!registered.ok) throw new Error(registered.reason);
  return registered.credential;
}

/** `--sql` also prints the statements. */
async function main(): Promise<void> {
  const test = await openTestContext();
  const buyer = asCaller(test.ctx, "203.0.113.7", randomBytes(16).toString("hex"));
  const draw = await openDraw(test, "counted", { maxTickets: 1000 });
  const cash = await openCashDraw(test, "cash");
  const credential = await openDevice(test.admin, test.ctx);
  // Only the first reservation of a process reads the draw.
  await placeOrder(buyer, createBasket(draw), freshKey());
  await placeOrder(buyer, createBasket(cash), freshKey());
  countStatements(test.ctx.db);

  /** Does what `asDevice` does before a route's work, and what a terminal's answer does after it. */
  async function atDevice<Answer>(work: (ctx: Context) => Promise<Answer>) {
    const device = await authenticateDevice(test.ctx, credential);
    if (!device.ok) throw new Error(device.reason);
    return work({ ...test.ctx, actor: device.actor });
  }

  const placed = await measure("reservation by a buyer", () => placeOrder(buyer, createBasket(draw), freshKey()));
  await measure("card payment, approved", () => payOrder(buyer, createPayment(placed.order)));
  let sold: OrderView | null = null;
  await measure("cash sale: reservation", async () => {
    const answer = await atDevice((ctx) => placeOrder(ctx, gateBasket(cash), freshKey()));
    if (answer.ok) sold = answer.order;
    return answer;
  });
  await measure("cash sale: settleCash and the answer", () =>
    atDevice(async (ctx) => {
      const key = sold as unknown as OrderView;
      const settled = await settleCash(ctx, key, { givenCents: 2000 });
      return settled.ok ? viewOrder(ctx, key) : settled;
    }),
  );
  await measure("refund of a card order by an admin", async () => {
    const refund = await requestRefund(test.admin, placed.order, {});
    return refund.ok ? readOrder(test.admin, placed.order) : refund;
  });
  await test.close();
}

await main();
