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

/** Summed from the orders alone, including refunded ones. */
export type OrderTotals = { orders: number; amountCents: number };

export type UnlikeOrder = { orderCode: string; expected: number; found: number };

export type Totals = {
  add: (row: ReportRange, isFirstOfOrder: boolean) => void;
  note: (problems: readonly ReportProblem[]) => void;
  close: (pools: readonly ReportPool[], orders: OrderTotals) => ReportEnd;
};

/** Further problems are only counted, as a broken draw may have one per range. */
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
  const total = totals.get(key) ?? fresh;
  totals.set(key, total);
  return total;
}

function inOrder<Total>(totals: Map<string, Total>): Total[] {
  return [...totals].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, total]) => total);
}

function differ(problem: ReportProblem["problem"], expected: number, found: number, poolId?: string): ReportProblem[] {
  return expected === found ? [] : [{ problem, ...(poolId === undefined ? {} : { poolId }), expected, found }];
}

function toPoolTotal(total: PoolTotal, limit: number | null): PoolTotal {
  return { ...total, neverIssued: limit === null ? null : (total.neverIssued ?? 0) };
}

/** The counters come from other tables than the rows. */
function comparePool(pool: ReportPool, total: PoolTotal): ReportProblem[] {
  return [
    ...differ("tickets-differ", pool.sold + pool.void, total.soldTickets + total.voidTickets, pool.poolId),
    ...differ("void-differs", pool.void, total.voidTickets, pool.poolId),
    ...differ("never-issued-differs", pool.neverIssued ?? 0, total.neverIssued ?? 0, pool.poolId),
    ...differ("amount-differs", pool.salesCents, total.soldCents, pool.poolId),
  ];
}

export function createTotals(): Totals {
  const pools = new Map<string, PoolTotal>();
  const days = new Map<string, DayTotal>();
  const packages = new Map<string, PackageTotal>();
  const grand = { ...emptySum(), orders: 0 };
  const problems: ReportProblem[] = [];
  let problemCount = 0;

  const note: Totals["note"] = (more) => {
    problemCount += more.length;
    problems.push(...more.slice(0, maxListed - problems.length));
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
    close: (reportPools, orders) => {
      const sums = reportPools.map((pool) => toPoolTotal(poolTotal(pool.poolId), pool.limit));
      note(reportPools.flatMap((pool, index) => comparePool(pool, sums[index] as PoolTotal)));
      note(differ("orders-differ", orders.orders, grand.orders));
      note(differ("order-amounts-differ", orders.amountCents, grand.soldCents + grand.voidCents));
      const totals = { pools: sums, days: inOrder(days), packages: inOrder(packages), grand };
      return { kind: "end", addsUp: problemCount === 0, problemCount, problems, ...totals };
    },
  };
}
