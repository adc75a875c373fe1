import type { OrderView } from "@/lib/orders/rules";
import type { Transaction } from "@/sandbox/transaction";

import type { ReceivedMail } from "./mails";

/** `ranges` are the order's valid numbers, as `first-last`. */
export type StoredOrder = { orderId: string; status: string; email: string; ranges: string[] };

export type Evidence = {
  acknowledged: readonly OrderView[];
  orders: readonly StoredOrder[];
  transactions: readonly Transaction[];
  mails: readonly ReceivedMail[];
};

/** Sales that were lost, sold twice or charged twice. */
export function findLosses(evidence: Evidence): string[] {
  return [findLostSales, findDuplicateNumbers, findWrongCharges, findUnknownCharges, findWrongMails].flatMap((find) =>
    find(evidence),
  );
}

export function repeatedMails(mails: readonly ReceivedMail[]): number {
  return mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
}

function formatRanges({ numbers }: OrderView): string[] {
  return numbers.filter((range) => !range.void).map(({ first, last }) => `${first}-${last}`);
}

function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item]);
  return groups;
}

function findLostSales({ acknowledged, orders }: Evidence): string[] {
  const stored = new Map(orders.map((order) => [order.orderId, order]));
  return acknowledged.flatMap((buyerOrder) => {
    const order = stored.get(buyerOrder.orderId);
    if (order?.status !== "finalized")
      return [`Order ${buyerOrder.orderId} was acknowledged, and is ${order?.status}.`];
    const [had, has] = [formatRanges(buyerOrder).sort().join(), [...order.ranges].sort().join()];
    return had === has ? [] : [`Order ${buyerOrder.orderId} was told the numbers ${had}, and has ${has}.`];
  });
}

function findDuplicateNumbers({ orders }: Evidence): string[] {
  const all = orders.flatMap(({ orderId, ranges }) => ranges.map((range) => ({ orderId, range })));
  return [...groupBy(all, ({ range }) => range)]
    .filter(([, held]) => held.length > 1)
    .map(([range, held]) => `The numbers ${range} belong to ${held.map(({ orderId }) => orderId).join(" and ")}.`);
}

/** The money of the payment was neither returned nor voided. */
function isHeld({ type, approved, voided, returnedCents, amountCents }: Transaction): boolean {
  return type === "P" && approved && !voided && returnedCents < amountCents;
}

function findWrongCharges({ orders, transactions }: Evidence): string[] {
  const held = transactions.filter(isHeld);
  return orders.flatMap(({ orderId, status }) => {
    const count = held.filter(({ orderNumber }) => orderNumber.startsWith(orderId)).length;
    const due = status === "finalized" ? 1 : 0;
    return count === due ? [] : [`Order ${orderId} is ${status}, and its money was taken ${count} times.`];
  });
}

function findUnknownCharges({ orders, transactions }: Evidence): string[] {
  const known = new Set(orders.map(({ orderId }) => orderId));
  return transactions
    .filter((one) => isHeld(one) && !known.has(one.orderNumber.slice(0, 26)))
    .map(({ orderNumber }) => `Money was taken for ${orderNumber}, which the database doesn't know.`);
}

/** A repeated email has the same Message-ID, so mail programs show one. */
function findWrongMails({ orders, mails }: Evidence): string[] {
  const received = groupBy(mails, ({ to }) => to);
  return orders
    .filter(({ status }) => status === "finalized")
    .flatMap(({ orderId, email }) => {
      const distinct = new Set((received.get(email) ?? []).map(({ messageId }) => messageId)).size;
      return distinct === 1 ? [] : [`The buyer of order ${orderId} got ${distinct} receipts.`];
    });
}
