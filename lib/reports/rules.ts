import type { Draw } from "@/lib/draws/schema";
import type { PaymentMethod, SaleChannel } from "@/lib/orders/rules.payment";

export type NumberState = "sold" | "void" | "never-issued";

/** Reasons why figures may still change. `sales-just-ended` within the last minute. */
export type OpenMatter = "sales-not-ended" | "sales-just-ended" | "payments-open" | "refunds-open";

/** `limit` and `neverIssued` are null if unlimited, `prizeCents` for a raffle. */
export type ReportPool = {
  poolId: string;
  title: string;
  type: Draw["type"];
  licence: string;
  limit: number | null;
  sold: number;
  void: number;
  /** Held tickets have no numbers yet, so they are included in `neverIssued`, too. */
  held: number;
  neverIssued: number | null;
  salesCents: number;
  potCents: number;
  prizeCents: number | null;
  cutOffAt: string | null;
  openMatters: OpenMatter[];
  isFinal: boolean;
};

/** `prize` is null if ambiguous, `drawnBy` if unknown. */
export type ReportWinner = {
  poolId: string;
  prizeType: string;
  prize: string | null;
  number: number;
  drawnAt: string;
  drawnBy: "generator" | "hand" | null;
  soldOnPaper: boolean;
};

/** The first record. Times are in ISO with the offset of the draw's zone. */
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

/** Consecutive numbers of a pool with the same state, both ends included. Fields of the sale are null without one. */
export type ReportRange = {
  kind: "range";
  poolId: string;
  first: number;
  last: number;
  tickets: number;
  state: NumberState;
  orderCode: string | null;
  /** When the payment was sent (docs/design.md, Moment of sale). */
  soldAt: string | null;
  voidedAt: string | null;
  channel: SaleChannel | null;
  method: PaymentMethod | null;
  packageId: string | null;
  bundleId: string | null;
  amountCents: number | null;
};

export type ReportSum = { soldTickets: number; soldCents: number; voidTickets: number; voidCents: number };

/** The sales of a local day, channel and method. Void numbers count on the day of their sale. */
export type DayTotal = ReportSum & {
  day: string | null;
  channel: SaleChannel;
  method: PaymentMethod | null;
  orders: number;
};

export type PackageTotal = ReportSum & { poolId: string; packageId: string; bundleId: string | null };

export type PoolTotal = ReportSum & { poolId: string; neverIssued: number | null };

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

/** `expected` and `found` are counts, or cents if the problem is about an amount. */
export type ReportProblem = {
  problem: ReportProblemKind;
  poolId?: string;
  first?: number;
  last?: number;
  orderCode?: string;
  expected?: number;
  found?: number;
};

/** The last record, without which a report is incomplete. `problems` has the first of `problemCount`. */
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

export type ReportRecord = ReportHead | ReportRange | ReportEnd;

/** No write takes longer: the limits of lib/platform/db/open-postgres.ts together are shorter. */
const maxWriteDelayMs = 60_000;

export function listOpenMatters(
  sales: { endsAt: Date; openAttempts: number; openRefunds: number },
  now: Date,
): OpenMatter[] {
  const sinceEndMs = now.getTime() - sales.endsAt.getTime();
  const matters: OpenMatter[] = [];
  if (sinceEndMs < 0) matters.push("sales-not-ended");
  else if (sinceEndMs < maxWriteDelayMs) matters.push("sales-just-ended");
  if (sales.openAttempts > 0) matters.push("payments-open");
  if (sales.openRefunds > 0) matters.push("refunds-open");
  return matters;
}
