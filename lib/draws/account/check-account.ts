import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { dayMs } from "@/lib/durations";
import type { PaymentAccount, PaymentList } from "@/lib/gateways/payment/port";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import type { AccountRow, UnfitReason } from "./rules";
import { assessAccount } from "./rules";
import type { UncheckedAccount } from "./store";
import { listUncheckedAccounts, recordUnfitAccount, recordUsableAccount } from "./store";

/** `refused` if the reporting passcode was not accepted, `unknown` without an answer or before the first payment. */
export type AccountState = UnfitReason | "usable" | "unknown" | "refused";

const reportPeriodMs = 30 * dayMs;

/** Pages have 500 rows. A longer report is not assessed, because only its end shows the account's present state. */
const maxPages = 40;

const unreachable = { kind: "unreachable" } as const;

/**
 * Reads from the gateway's report whether the account takes Canadian dollars, and play or real money as the mode needs.
 * Never throws.
 */
export async function checkAccount(
  { gateway, now, mode, wait }: Pick<Context, "gateway" | "now" | "mode" | "wait">,
  credentials: PaymentAccount,
  { since, timeoutMs }: { since?: Date; timeoutMs?: number | undefined } = {},
): Promise<AccountState> {
  const at = now().getTime();
  const timeout = timeoutMs === undefined ? [] : [wait(timeoutMs).then(() => unreachable)];
  // The gateway's newest rows may be dated in our future, because clocks differ.
  const period = { from: since ?? new Date(at - reportPeriodMs), to: new Date(at + dayMs) };
  const rows: AccountRow[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await Promise.race([
      gateway.listPayments(credentials, { ...period, cursor }),
      ...timeout,
    ]);
    if (page.kind === "not-authorized") return "refused";
    if (page.kind === "unreachable") return "unknown";
    rows.push(...page.payments);
    if (page.nextCursor === null) return assessAccount(rows, mode);
    cursor = page.nextCursor;
  }
  return "unknown";
}

type CheckContext = Pick<Context, "db" | "sealer" | "gateway" | "now" | "mode" | "random" | "wait">;

/** A first payment may take this long to appear in the report. Later ones are compared at the daily close. */
const maxReportLagMs = 3 * dayMs;

const maxAccountsPerRun = 5;

/** Because clocks differ, a first payment may be dated this much before it was sent. */
const clockToleranceMs = 60 * 60_000;

/** Checks accounts after their first payment, because the answer to a payment doesn't name the currency. */
export async function checkAccounts(ctx: CheckContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - maxReportLagMs);
  const accounts = await withRetry(ctx, () => listUncheckedAccounts(ctx.db, since, maxAccountsPerRun));
  for (const account of accounts) await withRetry(ctx, () => checkUsedAccount(ctx, account));
}

async function checkUsedAccount(ctx: CheckContext, { drawId, firstUsedAt }: UncheckedAccount): Promise<void> {
  const credentials = await readCredentials(ctx, drawId);
  const since = new Date(firstUsedAt.getTime() - clockToleranceMs);
  const state = credentials?.reportingPasscode ? await checkAccount(ctx, credentials, { since }) : "refused";
  if (state === "unknown") return;
  // A report that is refused will never show that the account is unfit, so the check ends here too.
  if (state === "usable" || state === "refused") return recordUsableAccount(ctx.db, drawId, ctx.now());
  await recordUnfitAccount(ctx.db, drawId, state, ctx.now());
  logFailure(
    "A merchant account takes the wrong kind of money.",
    `Draw ${drawId}: ${state}, card payments are stopped.`,
  );
}
