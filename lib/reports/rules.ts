import type { Draw } from "@/lib/draws/schema";
import type { PaymentMethod, SaleChannel } from "@/lib/orders/rules.methods";

/** What became of a number: sold, sold and made void, or never issued. */
export type NumberState = "sold" | "void" | "never-issued";

/**
 * Why figures may still change: sales go on, ended within the last minute, or payments or refunds have no known
 * outcome.
 */
export type OpenMatter = "sales-not-ended" | "sales-just-ended" | "payments-open" | "refunds-open";

/**
 * One pool of a report; amounts in cents, `limit` and `neverIssued` null when unlimited, `prizeCents` null for a
 * raffle.
 */
export type ReportPool = {
  poolId: string;
  title: string;
  type: Draw["type"];
  licence: string;
  limit: number | null;
  sold: number;
  void: number;
  /** Reserved by orders that are not finalized: these tickets have no numbers yet and count as never issued. */
  held: number;
  neverIssued: number | null;
  salesCents: number;
  potCents: number;
  prizeCents: number | null;
  cutOffAt: string | null;
  openMatters: OpenMatter[];
  isFinal: boolean;
};

/**
 * A published winner; `prize` is null where the draw doesn't tell which of several it won, `drawnBy` where nobody said.
 */
export type ReportWinner = {
  poolId: string;
  prizeType: string;
  prize: string | null;
  number: number;
  drawnAt: string;
  drawnBy: "generator" | "hand" | null;
  soldOnPaper: boolean;
};

/** First record of a report: the draw as it was in one snapshot. Instants in ISO with the offset of the draw's zone. */
export type ReportHead = {
  kind: "draw";
  instanceId: string;
  title: string;
  organization: string;
  province: string;
  licence: string;
  timeZone: string;
  opensAt: string;
  closesAt: string;
  closedAt: string | null;
  drawsAt: string;
  earlyBirds: string[];
  approvalState: Draw["state"]["approval_state"];
  timeState: Draw["state"]["time_state"];
  salesOpen: boolean;
  isTest: boolean;
  generatedAt: string;
  openAttempts: number;
  openRefunds: number;
  openMatters: OpenMatter[];
  isFinal: boolean;
  packages: { poolId: string; packageId: string; tickets: number; priceCents: number }[];
  pools: ReportPool[];
  winners: ReportWinner[];
};

/**
 * Contiguous numbers of one pool with one fate, both ends included; what belongs to a sale is null where there was
 * none.
 */
export type ReportRange = {
  kind: "range";
  poolId: string;
  first: number;
  last: number;
  tickets: number;
  state: NumberState;
  orderCode: string | null;
  /** The moment of sale (docs/design.md, Moment of sale): when its payment was sent to the gateway. */
  soldAt: string | null;
  voidedAt: string | null;
  channel: SaleChannel | null;
  method: PaymentMethod | null;
  packageId: string | null;
  bundleId: string | null;
  amountCents: number | null;
};

/** Tickets and cents that were sold and still count, and those that were made void. */
export type ReportSum = { soldTickets: number; soldCents: number; voidTickets: number; voidCents: number };

/** Sales of one local day by one way; `day` is the day of the sale, for void numbers too. */
export type DayTotal = ReportSum & {
  day: string | null;
  channel: SaleChannel;
  method: PaymentMethod | null;
  orders: number;
};

/** Sales of one package; `bundleId` tells shares of a bundle from the package sold alone. */
export type PackageTotal = ReportSum & { poolId: string; packageId: string; bundleId: string | null };

/** Sales of one pool and its numbers that were never issued, null when unlimited. */
export type PoolTotal = ReportSum & { poolId: string; neverIssued: number | null };

/** The closed list of what may not add up in a report. */
export type ReportProblemKind =
  | "numbers-missing"
  | "numbers-doubled"
  | "numbers-above-limit"
  | "range-unlike-line"
  | "line-missing"
  | "order-not-finalized"
  | "payment-missing"
  | "payment-differs"
  | "order-unlike-lines"
  | "pool-unknown"
  | "tickets-differ"
  | "void-differs"
  | "never-issued-differs"
  | "amount-differs"
  | "orders-differ"
  | "order-amounts-differ";

/** One thing that does not add up; `expected` and `found` are counts, or cents where the kind says amount. */
export type ReportProblem = {
  problem: ReportProblemKind;
  poolId?: string;
  first?: number;
  last?: number;
  orderCode?: string;
  expected?: number;
  found?: number;
};

/** Last record of a report. A report without it is incomplete. `problems` holds the first of `problemCount`. */
export type ReportEnd = {
  kind: "end";
  addsUp: boolean;
  problemCount: number;
  problems: ReportProblem[];
  pools: PoolTotal[];
  days: DayTotal[];
  packages: PackageTotal[];
  grand: ReportSum & { orders: number };
};

/** One line of the report as it goes over the wire. */
export type ReportRecord = ReportHead | ReportRange | ReportEnd;

/**
 * How long after the end of sales, in ms, a payment that began before it may still be written: longer than a
 * connection, a lock and a statement may wait (lib/platform/db/open-postgres.ts).
 */
const latestWriteMs = 60_000;

/** What keeps the figures of a pool, or of a draw, from being final at `now`; empty when they are. */
export function openMattersOf(
  sales: { endsAt: Date; openAttempts: number; openRefunds: number },
  now: Date,
): OpenMatter[] {
  const sinceEndMs = now.getTime() - sales.endsAt.getTime();
  const matters: OpenMatter[] = [];
  if (sinceEndMs < 0) matters.push("sales-not-ended");
  else if (sinceEndMs < latestWriteMs) matters.push("sales-just-ended");
  if (sales.openAttempts > 0) matters.push("payments-open");
  if (sales.openRefunds > 0) matters.push("refunds-open");
  return matters;
}
