import { isDeepStrictEqual } from "node:util";
import { sealMarginMs } from "@/lib/audit/rules.chain";
import { sealEntries } from "@/lib/audit/seal-entries";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { reconcileDay } from "@/lib/reconciliation/reconcile-day";

import { reversedCentsBy } from "./bank";
import { admin, drawId } from "./draw";
import type { Facts, Order } from "./facts";
import { readFacts } from "./facts";
import { sumCash } from "./till";
import type { World } from "./world";
import { firstDay, runAllTurns, startCall } from "./world";

const finalOrders = new Set(["finalized", "expired", "cancelled", "refunded"]);
const openAttempts = new Set(["sent", "unknown"]);
const openRefunds = new Set(["pending", "sent", "unknown"]);

export async function checkEnd(world: World, facts: Facts): Promise<string[]> {
  const stuck = [...world.calls].filter(({ isDead }) => !isDead).map(({ name }) => `${name} has not ended`);
  const books = [...checkFinal(facts), ...facts.orders.flatMap((order) => checkBalance(order, facts, world))];
  return [
    ...stuck,
    ...books,
    ...checkMails(facts, world),
    ...(await checkByProduct(world)),
    ...(await closeDay(world)),
  ];
}

function cashKept({ orderId }: Order, { attempts, refunds }: Facts): number {
  const isCashOfOrder = (one: { orderId: string; method: string }) => one.orderId === orderId && one.method === "cash";
  const approved = attempts.filter((one) => isCashOfOrder(one) && one.state === "approved");
  const back = refunds.filter((one) => isCashOfOrder(one) && one.state === "done");
  const sumCents = (rows: { amountCents: number }[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return sumCents(approved) - sumCents(back);
}

/** Every payer has either numbers or the money back. */
function checkBalance(order: Order, facts: Facts, { bank }: World): string[] {
  const numbers = new Set(
    facts.attempts.filter(({ orderId }) => orderId === order.orderId).map(({ number }) => number),
  );
  const captures = bank.captures.filter(({ orderNumber }) => numbers.has(orderNumber));
  const byCard = captures.reduce(
    (sum, one) => sum + one.amountCents - reversedCentsBy(one, Number.POSITIVE_INFINITY),
    0,
  );
  const balance = byCard + cashKept(order, facts);
  const valid = new Set(order.ranges.filter(({ isVoid }) => !isVoid).map(({ line }) => line));
  const sold = order.lines.filter(({ line }) => valid.has(line)).reduce((sum, { cents }) => sum + cents, 0);
  return balance === sold
    ? []
    : [`${order.orderId} is ${order.status}: ${balance} cents are kept for numbers of ${sold}`];
}

function checkFinal(facts: Facts): string[] {
  const orders = facts.orders.filter(({ status }) => !finalOrders.has(status));
  const attempts = facts.attempts.filter(({ state }) => openAttempts.has(state));
  const refunds = facts.refunds.filter(({ state }) => openRefunds.has(state));
  return [
    ...orders.map(({ orderId, status }) => `${orderId} is still ${status}`),
    ...attempts.map(({ number, state }) => `${number} is still ${state}`),
    ...refunds.map(({ number, state }) => `${number} is still ${state}`),
  ];
}

/** The mail server accepted every mail at least once. */
function checkMails({ mails, orders }: Facts, { bank }: World): string[] {
  const withBuyer = new Set(orders.filter(({ hasBuyer }) => hasBuyer).map(({ orderId }) => orderId));
  const due = mails.filter(({ orderId }) => withBuyer.has(orderId));
  const unsent = due.filter(({ state }) => state !== "sent").map(({ mailId, state }) => `${mailId} is ${state}`);
  return bank.mails.size === due.length ? unsent : [...unsent, `${bank.mails.size} of ${due.length} mails came`];
}

/** Runs after the faults, with the audit log sealed. */
async function checkByProduct(world: World): Promise<string[]> {
  const found: string[] = [];
  const caller = { name: "check", process: 0, actor: admin };
  world.clock.moveTo(world.clock.now() + sealMarginMs);
  await startCall(world, caller, sealEntries, () => undefined);
  await runAllTurns(world);
  const { entries } = await readFacts(world.setup.client);
  if (entries.sealed !== entries.written) found.push(`${entries.sealed} of ${entries.written} entries are sealed`);
  await startCall(world, caller, checkInvariants, (report) => {
    if (!report.ok) {
      found.push(`The check was refused: ${report.reason}`);
      return;
    }
    // Chance decides when the sealing job runs.
    const violations = report.violations.filter(({ check }) => check !== "audit-late");
    found.push(...violations.map((violation) => `check: ${JSON.stringify(violation)}`));
    const { sealed } = report.totals;
    if (sealed !== entries.written)
      found.push(`${sealed} of ${entries.written} entries were compared with their seals`);
  });
  await runAllTurns(world);
  return found;
}

const noCash = { sales: 0, takenCents: 0, refunds: 0, givenBackCents: 0 };

/** The first day closes without a difference, including cash. */
async function closeDay(world: World): Promise<string[]> {
  const found: string[] = [];
  const caller = { name: "close the day", process: 0, actor: admin };
  await startCall(
    world,
    caller,
    (ctx) => reconcileDay(ctx, firstDay),
    (closed) => {
      if (!closed.ok) found.push(`The daily close was refused: ${closed.reason}`);
      if (!closed.ok) return;
      found.push(...closed.differences.map((difference) => `daily close: ${JSON.stringify(difference)}`));
      const due = sumCash(world.till, firstDay);
      const [drawer = { instanceId: drawId, ...noCash }] = closed.cash;
      const { timeZone: _zone, isOver: _isOver, ...shown } = { timeZone: "", isOver: false, ...drawer };
      if (!isDeepStrictEqual(shown, { instanceId: drawId, ...due })) {
        found.push(`daily close: the cash is ${JSON.stringify(shown)}, the drawers say ${JSON.stringify(due)}`);
      }
    },
  );
  await runAllTurns(world);
  return found;
}
