import "server-only";

import type { Context } from "@/lib/context";
import type { ListedPayment, PaymentAccount, PaymentList } from "@/lib/gateways/payment/gateway";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import { sumCaptures } from "@/lib/gateways/payment/rules.captures";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Merchant } from "./list-merchants";
import { isOurNumber } from "./rules.captures";
import type { LostPayment } from "./rules.lost";
import { clockSlackMs, maySellSince } from "./rules.lost";
import { findAttemptFacts } from "./store.captures";

/** More rows than this, at 500 a page, are not of one merchant's draws: something is wrong with the report. */
const maxPages = 10_000;

type Pages = "whole" | "no-answer" | "passcode-refused";

async function lostOf(ctx: Context, page: readonly ListedPayment[], { merchantId }: Merchant, restoredTo: Date) {
  const captures = sumCaptures(page).captures.filter(({ orderNumber }) => isOurNumber(orderNumber));
  const attempts = await findAttemptFacts(
    ctx.db,
    captures.map(({ orderNumber }) => orderNumber),
  );
  const earliest = new Date(restoredTo.getTime() - clockSlackMs);
  return captures.flatMap(({ orderNumber, transactionId, amountCents, at }): [string, LostPayment][] => {
    const attempt = attempts.get(orderNumber) ?? null;
    const isLost = attempt ? maySellSince(attempt.state) : at === null || at >= earliest;
    const drawId = attempt?.drawId ?? null;
    return isLost ? [[transactionId, { orderNumber, merchantId, drawId, amountCents }]] : [];
  });
}

/** Adds what a merchant's report shows, row by row, since its first draw. Only its own ids are known to differ. */
async function readReport(
  ctx: Context,
  { merchant, credentials, restoredTo }: { merchant: Merchant; credentials: PaymentAccount; restoredTo: Date },
  into: Map<string, LostPayment>,
): Promise<Pages> {
  const since = Math.min(...merchant.draws.map((draw) => draw.since.getTime()), restoredTo.getTime());
  const span = { from: new Date(since - clockSlackMs), to: new Date(ctx.now().getTime() + clockSlackMs) };
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await listPayments(ctx, credentials, { ...span, cursor });
    if (page.kind === "not-authorized") return "passcode-refused";
    if (page.kind === "unreachable") return "no-answer";
    for (const [id, lost] of await lostOf(ctx, page.payments, merchant, restoredTo)) {
      into.set(`${merchant.merchantId} ${id}`, lost);
    }
    if (page.nextCursor === null) return "whole";
    cursor = page.nextCursor;
  }
  return "no-answer";
}

/**
 * Finds what the gateway captured, given back since or not, and what a database that was restored to `restoredTo` may
 * not have as a sale. Refusals: `bank-not-answering`, and `invalid-input` for a passcode that the gateway refuses.
 */
export async function findLostPayments(
  ctx: Context,
  merchants: readonly Merchant[],
  restoredTo: Date,
): Promise<{ ok: true; payments: LostPayment[] } | Refusal> {
  const found = new Map<string, LostPayment>();
  for (const merchant of merchants) {
    let read: Pages = "passcode-refused";
    for (const credentials of merchant.credentials) {
      read = await readReport(ctx, { merchant, credentials, restoredTo }, found);
      if (read !== "passcode-refused") break;
    }
    if (read === "no-answer") return refuse("bank-not-answering");
    if (read !== "whole") {
      return refuse("invalid-input", [{ field: `reportingPasscode ${merchant.merchantId}`, problem: "not-accepted" }]);
    }
  }
  return { ok: true, payments: [...found.values()] };
}
