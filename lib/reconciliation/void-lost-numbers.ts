import "server-only";
import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Catalogue } from "@/lib/draws/rules.catalogue";
import { createCatalogue } from "@/lib/draws/rules.catalogue";
import { readDrawRecord } from "@/lib/draws/store";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import type { ListedPayment, PaymentAccount, PaymentList } from "@/lib/gateways/payment/port";
import { sumCaptures } from "@/lib/gateways/payment/rules.captures";
import { releaseHolds } from "@/lib/orders/holds/release-holds";
import { settleAttempt } from "@/lib/payments/settle/settle-attempt";
import { withRetry } from "@/lib/platform/db/errors";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Merchant } from "./list-merchants";
import { listMerchants } from "./list-merchants";
import { isOurNumber } from "./rules.captures";
import type { CheckedDraw } from "./rules.findings";
import type { LostPayment, LostRange } from "./rules.lost";
import { canHaveSoldSince, clockToleranceMs, computeMaxNumbers, saleToleranceMs } from "./rules.lost";
import { findRecordedAttempts } from "./store.captures";
import { listCheckedDraws } from "./store.days";
import type { LostNumbersRequest } from "./store.lost";
import { insertLostNumbers, listCashDraws, listOpenAttempts, readLatestSale } from "./store.lost";

/** `cashCents` is the cash that each draw took since the restored instant. */
export type LostRequest = { restoredTo: Date; cashCents: ReadonlyMap<string, number> };

export type LostNumbers = { ok: true; payments: LostPayment[]; ranges: LostRange[] };

/**
 * Voids as many of the next numbers of each pool as lost sales may have had, after a restore and before any sale
 * (docs/decisions/060-restore.md). For admins with `draws`. A repeated call adds only what is missing.
 */
export async function voidLostNumbers(ctx: Context, request: LostRequest): Promise<LostNumbers | Refusal> {
  const refused = authorizeEverywhere(ctx.actor, "draws");
  if (refused) return refused;
  const { restoredTo, cashCents } = request;
  const draws = await listCheckedDraws(ctx.db);
  const problems = await findProblems(ctx, request, draws);
  if (problems.length > 0) return refuse("invalid-input", problems);
  const { merchants, unavailable } = await listMerchants(ctx, draws);
  const unread = unavailable.filter(({ detail }) => detail.reason === "no-reporting-passcode");
  if (unread.length > 0) {
    const fields = unread.map(({ drawId }): FieldProblem => {
      return { field: `reportingPasscode ${drawId}`, problem: "required" };
    });
    return refuse("invalid-input", fields);
  }
  const lost = await findLostPayments(ctx, merchants, restoredTo);
  if (!lost.ok) return lost;
  await recordRestore(ctx, draws, restoredTo);
  const ranges: LostRange[] = [];
  for (const { drawId } of draws) {
    const merchantId = merchants.find((merchant) => merchant.draws.some((draw) => draw.drawId === drawId))?.merchantId;
    const own = lost.payments.filter(
      (paid) => paid.drawId === drawId || (!paid.drawId && paid.merchantId === merchantId),
    );
    const amounts = [...own.map(({ amountCents }) => amountCents), cashCents.get(drawId) ?? 0];
    ranges.push(...(await voidDrawNumbers(ctx, drawId, amounts, restoredTo)));
  }
  return { ok: true, payments: lost.payments, ranges };
}

async function findProblems(ctx: Context, { restoredTo, cashCents }: LostRequest, draws: readonly CheckedDraw[]) {
  const problems: FieldProblem[] = [];
  const latest = await readLatestSale(ctx.db);
  const isSoldSince = latest !== null && latest.getTime() > restoredTo.getTime() + saleToleranceMs;
  if (restoredTo > ctx.now() || isSoldSince) problems.push({ field: "to", problem: "out-of-order" });
  for (const drawId of await listCashDraws(ctx.db)) {
    if (!cashCents.has(drawId)) problems.push({ field: `cash ${drawId}`, problem: "required" });
  }
  for (const drawId of cashCents.keys()) {
    const isKnown = draws.some((draw) => draw.drawId === drawId);
    if (!isKnown) problems.push({ field: `cash ${drawId}`, problem: "unknown" });
  }
  return problems;
}

/** Payments in progress are settled as not made. If lookups find their money later, it is refunded or gets numbers. */
async function releaseTickets(ctx: Context, drawId: string): Promise<void> {
  for (const key of await listOpenAttempts(ctx.db, drawId)) await settleAttempt(ctx, key, { kind: "not-made" });
  await releaseHolds(ctx, drawId, { unknownOnly: false });
}

/** Payments without a row here are refunded only if this entry exists. */
function recordRestore(ctx: Context, draws: readonly CheckedDraw[], restoredTo: Date): Promise<void> {
  const detail = { restoredTo: restoredTo.toISOString() };
  const entry = { action: "database-restored", at: ctx.now(), actor: toAuditActor(ctx.actor), detail } as const;
  return ctx.db.transaction(async (tx) => {
    for (const { drawId } of draws) await writeChainEntry(tx, drawId, entry);
  });
}

function writeLostNumbers(ctx: Context, request: LostNumbersRequest) {
  return ctx.db.transaction(async (tx) => {
    const written = await insertLostNumbers(tx, request);
    if (!written.range) return written;
    const { poolId, first, last } = written.range;
    const detail = { pool: poolId, first, last, restoredTo: request.restoredTo.toISOString() };
    const entry = { action: "numbers-lost", at: request.now, actor: toAuditActor(ctx.actor), detail } as const;
    await writeChainEntry(tx, request.drawId, entry);
    return written;
  });
}

async function voidNumbers(ctx: Context, request: LostNumbersRequest): Promise<LostRange[]> {
  let written = await withRetry(ctx, () => writeLostNumbers(ctx, request));
  for (let tries = 0; written.missing > 0 && tries < 3; tries += 1) {
    await releaseTickets(ctx, request.drawId);
    written = await withRetry(ctx, () => writeLostNumbers(ctx, request));
  }
  if (written.missing > 0) throw new Error(`Held tickets of draw ${request.drawId} prevent numbers from being voided.`);
  return written.range ? [written.range] : [];
}

async function voidDrawNumbers(ctx: Context, drawId: string, amounts: readonly number[], restoredTo: Date) {
  const record = await readDrawRecord(ctx.db, drawId);
  if (!record) return [];
  const catalogue: Catalogue = createCatalogue(record.draw);
  const ranges: LostRange[] = [];
  for (const poolId of record.pools.keys()) {
    const maxNumbers = computeMaxNumbers(catalogue, poolId, amounts);
    if (maxNumbers > 0)
      ranges.push(...(await voidNumbers(ctx, { drawId, poolId, maxNumbers, restoredTo, now: ctx.now() })));
  }
  return ranges;
}

/** With 500 rows a page, more than the draws of one merchant can have. */
const maxPages = 10_000;

type ReportResult = "complete" | "no-answer" | "passcode-refused";

async function findLostCaptures(
  ctx: Context,
  page: readonly ListedPayment[],
  { merchantId }: Merchant,
  restoredTo: Date,
) {
  const captures = sumCaptures(page).captures.filter(({ orderNumber }) => isOurNumber(orderNumber));
  const attempts = await findRecordedAttempts(
    ctx.db,
    captures.map(({ orderNumber }) => orderNumber),
  );
  const earliest = new Date(restoredTo.getTime() - clockToleranceMs);
  return captures.flatMap(({ orderNumber, transactionId, amountCents, at }): [string, LostPayment][] => {
    const attempt = attempts.get(orderNumber) ?? null;
    const isLost = attempt ? canHaveSoldSince(attempt.state) : at === null || at >= earliest;
    const drawId = attempt?.drawId ?? null;
    return isLost ? [[transactionId, { orderNumber, merchantId, drawId, amountCents }]] : [];
  });
}

/** Reads from the merchant's first draw on. Payments are keyed by the transaction ids of the report. */
async function readReport(
  ctx: Context,
  { merchant, credentials, restoredTo }: { merchant: Merchant; credentials: PaymentAccount; restoredTo: Date },
  into: Map<string, LostPayment>,
): Promise<ReportResult> {
  const since = Math.min(...merchant.draws.map((draw) => draw.since.getTime()), restoredTo.getTime());
  const span = { from: new Date(since - clockToleranceMs), to: new Date(ctx.now().getTime() + clockToleranceMs) };
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await listPayments(ctx, credentials, { ...span, cursor });
    if (page.kind === "not-authorized") return "passcode-refused";
    if (page.kind === "unreachable") return "no-answer";
    for (const [id, lost] of await findLostCaptures(ctx, page.payments, merchant, restoredTo)) {
      into.set(`${merchant.merchantId} ${id}`, lost);
    }
    if (page.nextCursor === null) return "complete";
    cursor = page.nextCursor;
  }
  return "no-answer";
}

/** Finds captures, even if returned since, that the restored database may not have as sales. */
async function findLostPayments(
  ctx: Context,
  merchants: readonly Merchant[],
  restoredTo: Date,
): Promise<{ ok: true; payments: LostPayment[] } | Refusal> {
  const payments = new Map<string, LostPayment>();
  for (const merchant of merchants) {
    let read: ReportResult = "passcode-refused";
    for (const credentials of merchant.credentials) {
      read = await readReport(ctx, { merchant, credentials, restoredTo }, payments);
      if (read !== "passcode-refused") break;
    }
    if (read === "no-answer") return refuse("bank-not-answering");
    if (read !== "complete") {
      return refuse("invalid-input", [{ field: `reportingPasscode ${merchant.merchantId}`, problem: "not-accepted" }]);
    }
  }
  return { ok: true, payments: [...payments.values()] };
}
