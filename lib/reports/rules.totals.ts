import type {
  DayTotal,
  PackageTotal,
  PoolTotal,
  ReportEnd,
  ReportPool,
  ReportProblem,
  ReportRange,
  ReportSum,
} from "./rules";

/**
 * What the orders of a draw come to by themselves: how many were finalized, and their amounts in cents, void or not.
 */
export type OrderTotals = { orders: number; amountCents: number };

/** An order whose amount is not the sum of its lines, in cents. */
export type UnlikeOrder = { orderCode: string; expected: number; found: number };

/** Adds up a report: rows as they come, with whether a row is the first of its order, then the end of the report. */
export type Totals = {
  add: (row: ReportRange, isFirstOfOrder: boolean) => void;
  note: (problems: readonly ReportProblem[]) => void;
  close: (pools: readonly ReportPool[], orders: OrderTotals) => ReportEnd;
};

/** Problems are listed up to this many, and all counted: a broken draw may have one for each range. */
const maxListed = 100;

function emptySum(): ReportSum {
  return { soldTickets: 0, soldCents: 0, voidTickets: 0, voidCents: 0 };
}

function addRow(sum: ReportSum, { state, tickets, amountCents }: ReportRange): void {
  if (state === "sold") {
    sum.soldTickets += tickets;
    sum.soldCents += amountCents ?? 0;
  } else if (state === "void") {
    sum.voidTickets += tickets;
    sum.voidCents += amountCents ?? 0;
  }
}

function sumAt<Total extends ReportSum>(totals: Map<string, Total>, fresh: Total, keys: readonly unknown[]): Total {
  const key = JSON.stringify(keys);
  const known = totals.get(key) ?? fresh;
  totals.set(key, known);
  return known;
}

function inOrder<Total>(totals: Map<string, Total>): Total[] {
  return [...totals].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, total]) => total);
}

function differ(problem: ReportProblem["problem"], expected: number, found: number, poolId?: string): ReportProblem[] {
  return expected === found ? [] : [{ problem, ...(poolId === undefined ? {} : { poolId }), expected, found }];
}

/** Without a limit nobody can say how many numbers were never issued; the missing ones are problems of their own. */
function toPoolTotal(total: PoolTotal, limit: number | null): PoolTotal {
  return { ...total, neverIssued: limit === null ? null : (total.neverIssued ?? 0) };
}

/** Compares a pool's rows with its counters, which were read in the snapshot and from other tables. */
function comparePool(pool: ReportPool, total: PoolTotal): ReportProblem[] {
  return [
    ...differ("tickets-differ", pool.sold + pool.void, total.soldTickets + total.voidTickets, pool.poolId),
    ...differ("void-differs", pool.void, total.voidTickets, pool.poolId),
    ...differ("never-issued-differs", pool.neverIssued ?? 0, total.neverIssued ?? 0, pool.poolId),
    ...differ("amount-differs", pool.salesCents, total.soldCents, pool.poolId),
  ];
}

/** Opens the totals of one report. */
export function openTotals(): Totals {
  const pools = new Map<string, PoolTotal>();
  const days = new Map<string, DayTotal>();
  const packages = new Map<string, PackageTotal>();
  const grand = { ...emptySum(), orders: 0 };
  const problems: ReportProblem[] = [];
  let problemCount = 0;

  const note: Totals["note"] = (found) => {
    problemCount += found.length;
    problems.push(...found.slice(0, maxListed - problems.length));
  };

  const poolTotal = (poolId: string) => sumAt(pools, { poolId, ...emptySum(), neverIssued: null }, [poolId]);

  function addSale(row: ReportRange, isFirstOfOrder: boolean): void {
    const day = row.soldAt?.slice(0, 10) ?? null;
    const { poolId, method, bundleId } = row;
    const [channel, packageId] = [row.channel ?? "web", row.packageId ?? ""];
    const dayTotal = sumAt(days, { day, channel, method, orders: 0, ...emptySum() }, [day, channel, method]);
    const ofPackage = { poolId, packageId, bundleId, ...emptySum() };
    const packageTotal = sumAt(packages, ofPackage, [poolId, packageId, bundleId]);
    for (const sum of [dayTotal, packageTotal, grand]) addRow(sum, row);
    if (!isFirstOfOrder) return;
    dayTotal.orders += 1;
    grand.orders += 1;
  }

  return {
    note,
    add: (row, isFirstOfOrder) => {
      const ofPool = poolTotal(row.poolId);
      addRow(ofPool, row);
      if (row.state === "never-issued") ofPool.neverIssued = (ofPool.neverIssued ?? 0) + row.tickets;
      else if (row.orderCode !== null) addSale(row, isFirstOfOrder);
    },
    close: (counted, orders) => {
      const sums = counted.map((pool) => toPoolTotal(poolTotal(pool.poolId), pool.limit));
      note(counted.flatMap((pool, at) => comparePool(pool, sums[at] as PoolTotal)));
      note(differ("orders-differ", orders.orders, grand.orders));
      note(differ("order-amounts-differ", orders.amountCents, grand.soldCents + grand.voidCents));
      const totals = { pools: sums, days: inOrder(days), packages: inOrder(packages), grand };
      return { kind: "end", addsUp: problemCount === 0, problemCount, problems, ...totals };
    },
  };
}
