import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PaymentAccount } from "@/lib/gateways/payment/gateway";
import type { Reach } from "@/lib/rights";
import type { CheckedDraw, GatewayViolation } from "./rules.findings";
import { listCheckedDraws, listDrawsBeyond } from "./store.days";

/**
 * A merchant account with its draws; `credentials` differ by reporting passcode, for a passcode may have been renewed.
 */
export type Merchant = { merchantId: string; draws: CheckedDraw[]; credentials: PaymentAccount[] };

/** Merchants to ask, and draws whose gateway nobody can ask, as violations `gateway-unreachable`. */
export type Merchants = { merchants: Merchant[]; unasked: GatewayViolation[] };

/**
 * Draws whose money an admin may see: those within a reach whose merchant account no draw beyond it shares, as the
 * gateway's report is that of a whole account.
 */
export async function listOwnDraws(ctx: Context, reach: Reach): Promise<CheckedDraw[]> {
  const draws = await listCheckedDraws(ctx.db, reach);
  if (reach === "everything") return draws;
  const foreign = new Set<string>();
  for (const drawId of await listDrawsBeyond(ctx.db, reach)) {
    const credentials = await readCredentials(ctx, drawId);
    if (credentials) foreign.add(credentials.merchantId);
  }
  const own: CheckedDraw[] = [];
  for (const draw of draws) {
    const credentials = await readCredentials(ctx, draw.drawId);
    if (!credentials || !foreign.has(credentials.merchantId)) own.push(draw);
  }
  return own;
}

function cannotAsk({ drawId }: CheckedDraw, subject: string, reason: string): GatewayViolation {
  return { check: "gateway-unreachable", drawId, subject, detail: { reason } };
}

function addDraw(merchant: Merchant, draw: CheckedDraw, credentials: PaymentAccount): void {
  const { provider, merchantId, passcode, reportingPasscode } = credentials;
  merchant.draws.push(draw);
  const isKnown = merchant.credentials.some((known) => known.reportingPasscode === reportingPasscode);
  if (reportingPasscode && !isKnown) merchant.credentials.push({ provider, merchantId, passcode, reportingPasscode });
}

/**
 * Groups draws by the merchant account that their cards are charged on: several may share one, and one draw with a
 * reporting passcode opens the report for all of them. A draw without credentials counts once it has taken a payment.
 */
export async function listMerchants(ctx: Context, draws: CheckedDraw[]): Promise<Merchants> {
  const merchants = new Map<string, Merchant>();
  const unasked: GatewayViolation[] = [];
  for (const draw of draws) {
    const credentials = await readCredentials(ctx, draw.drawId);
    if (!credentials && draw.hasAttempts) unasked.push(cannotAsk(draw, draw.drawId, "no-credentials"));
    if (!credentials) continue;
    const { merchantId } = credentials;
    const merchant = merchants.get(merchantId) ?? { merchantId, draws: [], credentials: [] };
    merchants.set(merchantId, merchant);
    addDraw(merchant, draw, credentials);
  }
  const all = [...merchants.values()];
  for (const merchant of all.filter(({ credentials }) => credentials.length === 0)) {
    unasked.push(...merchant.draws.map((draw) => cannotAsk(draw, merchant.merchantId, "no-reporting-passcode")));
  }
  return { merchants: all.filter(({ credentials }) => credentials.length > 0), unasked };
}
