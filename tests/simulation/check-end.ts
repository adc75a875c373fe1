import { checkInvariants } from "@/lib/orders/check-invariants";
import { reconcileDay } from "@/lib/orders/reconcile-day";
import { sealEntries } from "@/lib/orders/seal-entries";

import { givenBackBy } from "./bank";
import { admin } from "./draw";
import type { Facts, Order } from "./facts";
import type { World } from "./world";
import { firstDay, giveAll, startCall } from "./world";

const finalOrders = new Set(["finalized", "expired", "cancelled", "refunded"]);
const openAttempts = new Set(["sent", "unknown"]);
const openRefunds = new Set(["pending", "sent", "unknown"]);

/** Whoever paid has numbers for it or the money back. */
function checkBalance(order: Order, facts: Facts, { bank }: World): string[] {
  const numbers = new Set(
    facts.attempts.filter(({ orderId }) => orderId === order.orderId).map(({ number }) => number),
  );
  const captures = bank.captures.filter(({ orderNumber }) => numbers.has(orderNumber));
  const kept = captures.reduce((sum, one) => sum + one.amountCents - givenBackBy(one, Number.POSITIVE_INFINITY), 0);
  const valid = new Set(order.ranges.filter(({ isVoid }) => !isVoid).map(({ line }) => line));
  const sold = order.lines.filter(({ line }) => valid.has(line)).reduce((sum, { cents }) => sum + cents, 0);
  return kept === sold ? [] : [`${order.orderId} is ${order.status}: ${kept} cents are kept for numbers of ${sold}`];
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

/** Each mail was taken by the mail server, once or more often. */
function checkMails({ mails }: Facts, { bank }: World): string[] {
  const unsent = mails.filter(({ state }) => state !== "sent").map(({ mailId, state }) => `${mailId} is ${state}`);
  return bank.mails.size === mails.length ? unsent : [...unsent, `${bank.mails.size} of ${mails.length} mails came`];
}

/** The product's own check of the invariants, faults over and the audit log sealed. */
async function checkByProduct(world: World): Promise<string[]> {
  const found: string[] = [];
  const caller = { name: "check", process: 0, actor: admin };
  await startCall(world, caller, sealEntries, () => undefined);
  await giveAll(world);
  await startCall(world, caller, checkInvariants, (report) => {
    if (!report.ok) found.push(`The check was refused: ${report.reason}`);
    else found.push(...report.violations.map((violation) => `check: ${JSON.stringify(violation)}`));
  });
  await giveAll(world);
  return found;
}

/** The day on which everything began is closed without a difference. */
async function closeDay(world: World): Promise<string[]> {
  const found: string[] = [];
  const caller = { name: "close the day", process: 0, actor: admin };
  await startCall(
    world,
    caller,
    (ctx) => reconcileDay(ctx, firstDay),
    (closed) => {
      if (!closed.ok) found.push(`The daily close was refused: ${closed.reason}`);
      else found.push(...closed.differences.map((difference) => `daily close: ${JSON.stringify(difference)}`));
    },
  );
  await giveAll(world);
  return found;
}

/** What is wrong when everything had time to come to its end. */
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
