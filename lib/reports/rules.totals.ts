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

export type MismatchedOrder = { orderCode: string; expected: number; found: number };

export type Totals = {
  add: (row: ReportRange, isFirstOfOrder: boolean) => void;
  addProblems: (problems: readonly ReportProblem[]) => void;
  close: (pools: readonly ReportPool[], orders: OrderTotals) => ReportEnd;
};

/** Further problems are only counted, because a damaged draw may have one for each range. */
const maxListed = 100;

export function createTotals(): Totals {
  const pools = new Map<string, PoolTotal>();
  const days = new Map<string, DayTotal>();
  const packages = new Map<string, PackageTotal>();
  const grand = { ...createSum(), orders: 0 };
  const problems: ReportProblem[] = [];
  let problemCount = 0;

  const addProblems: Totals["addProblems"] = (more) => {
    problemCount += more.length;
    problems.push(...more.slice(0, maxListed - problems.length));
  };

  const poolTotal = (poolId: string) => getOrCreateSum(pools, { poolId, ...createSum(), neverIssued: null }, [poolId]);

  function addSale(row: ReportRange, isFirstOfOrder: boolean): void {
    const day = row.soldAt?.slice(0, 10) ?? null;
    const { poolId, method, bundleId } = row;
    const [channel, packageId] = [row.channel ?? "web", row.packageId ?? ""];
    const dayTotal = getOrCreateSum(days, { day, channel, method, orders: 0, ...createSum() }, [day, channel, method]);
    const packageKey = { poolId, packageId, bundleId, ...createSum() };
    const packageTotal = getOrCreateSum(packages, packageKey, [poolId, packageId, bundleId]);
    for (const sum of [dayTotal, packageTotal, grand]) addRow(sum, row);
    if (!isFirstOfOrder) return;
    dayTotal.orders += 1;
    grand.orders += 1;
  }

  return {
    addProblems,
    add: (row, isFirstOfOrder) => {
      const poolSum = poolTotal(row.poolId);
      addRow(poolSum, row);
      if (row.state === "never-issued") poolSum.neverIssued = (poolSum.neverIssued ?? 0) + row.tickets;
      else if (row.orderCode !== null) addSale(row, isFirstOfOrder);
    },
    close: (reportPools, orders) => {
      const sums = reportPools.map((pool) => toPoolTotal(poolTotal(pool.poolId), pool.limit));
      addProblems(reportPools.flatMap((pool, index) => comparePool(pool, sums[index] as PoolTotal)));
      addProblems(compareFigures("orders-differ", orders.orders, grand.orders));
      addProblems(compareFigures("order-amounts-differ", orders.amountCents, grand.soldCents + grand.voidCents));
      const totals = { pools: sums, days: sortByKey(days), packages: sortByKey(packages), grand };
      return { kind: "end", addsUp: problemCount === 0, problemCount, problems, ...totals };
    },
  };
}

function createSum(): ReportSum {
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

function getOrCreateSum<Total extends ReportSum>(
  totals: Map<string, Total>,
  initial: Total,
  keys: readonly unknown[],
): Total {
  const key = JSON.stringify(keys);
  const total = totals.get(key) ?? initial;
  totals.set(key, total);
  return total;
}

function sortByKey<Total>(totals: Map<string, Total>): Total[] {
  return [...totals].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, total]) => total);
}

function compareFigures(
  problem: ReportProblem["problem"],
  expected: number,
  found: number,
  poolId?: string,
): ReportProblem[] {
  return expected === found ? [] : [{ problem, ...(poolId === undefined ? {} : { poolId }), expected, found }];
}

function toPoolTotal(total: PoolTotal, limit: number | null): PoolTotal {
  return { ...total, neverIssued: limit === null ? null : (total.neverIssued ?? 0) };
}

/** Compares the rows with the pool's counters, which are stored independently. */
function comparePool(pool: ReportPool, total: PoolTotal): ReportProblem[] {
  return [
    ...compareFigures("tickets-differ", pool.sold + pool.void, total.soldTickets + total.voidTickets, pool.poolId),
    ...compareFigures("void-differs", pool.void, total.voidTickets, pool.poolId),
    ...compareFigures("never-issued-differs", pool.neverIssued ?? 0, total.neverIssued ?? 0, pool.poolId),
    ...compareFigures("amount-differs", pool.salesCents, total.soldCents, pool.poolId),
  ];
}
