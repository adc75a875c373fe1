import type { Facts, Order, Pool } from "./facts";

const holding = new Set(["reserved", "paying", "unknown"]);

export function checkNumbers(facts: Facts): string[] {
  const { pools, orders } = facts;
  const ofOrders = orders.flatMap((order) => [...checkOrder(order), ...checkReceipt(order, facts)]);
  return [...pools.flatMap((pool) => checkPool(pool, orders)), ...ofOrders, ...checkKeys(orders)];
}

function sumBy<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function linesIn(orders: readonly Order[], poolId: string) {
  return orders.flatMap((order) => order.lines.filter((line) => line.poolId === poolId));
}

function checkContiguous(pool: Pool, orders: readonly Order[]): string[] {
  const ranges = orders.flatMap((order) => order.ranges).filter(({ poolId }) => poolId === pool.poolId);
  let next = 1;
  for (const { first, last } of ranges.sort((left, right) => left.first - right.first)) {
    if (first !== next) return [`numbers of ${pool.poolId} do not follow: ${first} where ${next} was due`];
    next = last + 1;
  }
  return pool.sold === next - 1 ? [] : [`${pool.poolId} counts ${pool.sold} sold, ${next - 1} numbers exist`];
}

function checkPool(pool: Pool, orders: readonly Order[]): string[] {
  const { poolId, maxTickets, sold, reserved } = pool;
  const held = linesIn(
    orders.filter(({ status }) => holding.has(status)),
    poolId,
  );
  const valid = orders.flatMap(({ lines, ranges }) =>
    lines.filter(({ line }) => ranges.some((range) => range.line === line && range.poolId === poolId && !range.isVoid)),
  );
  const bought = orders.filter(({ ranges }) => ranges.some((range) => range.poolId === poolId && !range.isVoid));
  const voided = orders.flatMap(({ ranges }) => ranges.filter((range) => range.poolId === poolId && range.isVoid));
  const supporters = orders.filter(({ teamId }) => teamId !== null);
  const supporting = supporters.flatMap(({ ranges }) => ranges.filter((one) => one.poolId === poolId && !one.isVoid));
  const found = checkContiguous(pool, orders);
  if (maxTickets !== null && sold + reserved > maxTickets)
    found.push(`${poolId} has ${sold} sold and ${reserved} held of ${maxTickets}`);
  const counts: [string, number, number][] = [
    ["held tickets", reserved, sumBy(held, ({ tickets }) => tickets)],
    ["void tickets", pool.voided, sumBy(voided, ({ first, last }) => last - first + 1)],
    ["held cents", Number(pool.reservedCents), sumBy(held, ({ cents }) => cents)],
    ["purchases", pool.purchases, bought.length],
    ["tickets for teams", pool.supporting, sumBy(supporting, ({ first, last }) => last - first + 1)],
    ["sales in cents", Number(pool.salesCents), sumBy(valid, ({ cents }) => cents)],
  ];
  for (const [what, counted, real] of counts) {
    if (counted !== real) found.push(`${poolId} counts ${counted} ${what}, there are ${real}`);
  }
  return found;
}

/** Finalized orders have the numbers of each line. Unpaid ones have none. */
function checkOrder({ orderId, status, lines, ranges }: Order): string[] {
  const isIssued = status === "finalized" || (status === "refunded" && ranges.length > 0);
  if (!isIssued) return ranges.length > 0 ? [`${orderId} is ${status} and has numbers`] : [];
  const lacking = lines.filter(({ line, tickets }) => {
    const own = ranges.filter((range) => range.line === line);
    return own.length !== 1 || sumBy(own, ({ first, last }) => last - first + 1) !== tickets;
  });
  const isAllVoid = ranges.every(({ isVoid }) => isVoid);
  const found = lacking.length > 0 ? [`${orderId} is ${status}, but not each line has its numbers`] : [];
  if (isAllVoid !== (status === "refunded")) found.push(`${orderId} is ${status}, its numbers say otherwise`);
  return found;
}

/** A receipt is queued exactly for orders with numbers and an address. */
function checkReceipt({ orderId, status, ranges, hasBuyer }: Order, { mails }: Facts): string[] {
  const receipts = mails.filter((mail) => mail.orderId === orderId && mail.kind === "receipt").length;
  return receipts === (ranges.length > 0 && hasBuyer ? 1 : 0)
    ? []
    : [`${orderId} is ${status} with ${receipts} receipts`];
}

function checkKeys(orders: readonly Order[]): string[] {
  const keys = new Set(orders.map(({ key }) => key));
  return keys.size === orders.length ? [] : ["one click made several orders"];
}
