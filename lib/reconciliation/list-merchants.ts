import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PaymentAccount } from "@/lib/gateways/payment/port";
import type { AccessScope } from "@/lib/rights";
import type { CheckedDraw, GatewayViolation } from "./rules.findings";
import { listCheckedDraws, listDrawsOutside } from "./store.days";

/** `credentials` has all reporting passcodes of the draws, because one may have been replaced since. */
export type Merchant = { merchantId: string; draws: CheckedDraw[]; credentials: PaymentAccount[] };

/** A draw whose account can't be read becomes a violation `gateway-unreachable`. */
export type Merchants = { merchants: Merchant[]; unavailable: GatewayViolation[] };

/**
 * Leaves out draws that share an account with one outside of the access scope, because the report covers the whole
 * account.
 */
export async function listExclusiveDraws(ctx: Context, accessScope: AccessScope): Promise<CheckedDraw[]> {
  const draws = await listCheckedDraws(ctx.db, accessScope);
  if (accessScope === "everything") return draws;
  const foreignMerchantIds = new Set<string>();
  for (const drawId of await listDrawsOutside(ctx.db, accessScope)) {
    const credentials = await readCredentials(ctx, drawId);
    if (credentials) foreignMerchantIds.add(credentials.merchantId);
  }
  const merchantDraws: CheckedDraw[] = [];
  for (const draw of draws) {
    const credentials = await readCredentials(ctx, draw.drawId);
    if (!credentials || !foreignMerchantIds.has(credentials.merchantId)) merchantDraws.push(draw);
  }
  return merchantDraws;
}

function createUnavailableViolation({ drawId }: CheckedDraw, subject: string, reason: string): GatewayViolation {
  return { check: "gateway-unreachable", drawId, subject, detail: { reason } };
}

function addDraw(merchant: Merchant, draw: CheckedDraw, credentials: PaymentAccount): void {
  const { provider, merchantId, passcode, reportingPasscode } = credentials;
  merchant.draws.push(draw);
  const isKnown = merchant.credentials.some((other) => other.reportingPasscode === reportingPasscode);
  if (reportingPasscode && !isKnown) merchant.credentials.push({ provider, merchantId, passcode, reportingPasscode });
}

/** Draws of one account share its report, which any of their reporting passcodes opens. */
export async function listMerchants(ctx: Context, draws: CheckedDraw[]): Promise<Merchants> {
  const merchants = new Map<string, Merchant>();
  const unavailable: GatewayViolation[] = [];
  for (const draw of draws) {
    const credentials = await readCredentials(ctx, draw.drawId);
    if (!credentials && draw.hasAttempts)
      unavailable.push(createUnavailableViolation(draw, draw.drawId, "no-credentials"));
    if (!credentials) continue;
    const { merchantId } = credentials;
    const merchant = merchants.get(merchantId) ?? { merchantId, draws: [], credentials: [] };
    merchants.set(merchantId, merchant);
    addDraw(merchant, draw, credentials);
  }
  const all = [...merchants.values()];
  for (const merchant of all.filter(({ credentials }) => credentials.length === 0)) {
    unavailable.push(
      ...merchant.draws.map((draw) => createUnavailableViolation(draw, merchant.merchantId, "no-reporting-passcode")),
    );
  }
  return { merchants: all.filter(({ credentials }) => credentials.length > 0), unavailable };
}
