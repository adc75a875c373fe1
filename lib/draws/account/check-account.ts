import "server-only";

import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/days";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PaymentAccount, PaymentList } from "@/lib/gateways/payment/gateway";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";
import type { AccountRow, UnfitAccount } from "./rules";
import { judgeAccount } from "./rules";
import type { UnseenAccount } from "./store";
import { listUnseenAccounts, recordSeenAccount, recordUnfitAccount } from "./store";

/** What an account takes; `refused`: its reporting passcode opens nothing, `unseen`: no payment or no answer. */
export type AccountState = UnfitAccount | "fits" | "unseen" | "refused";

const reportSpanMs = 30 * dayMs;

/** Pages of 500 rows each. A longer report is not judged: only its end tells what the account takes today. */
const maxPages = 40;

const unreachable = { kind: "unreachable" } as const;

/**
 * Reads in the gateway's report what the account of these credentials takes: in its last 30 days, or since `since`. An
 * answer that takes longer than `patienceMs` counts as unseen. Moves no money; never throws.
 */
export async function checkAccount(
  { gateway, now, mode, wait }: Pick<Context, "gateway" | "now" | "mode" | "wait">,
  credentials: PaymentAccount,
  { since, patienceMs }: { since?: Date; patienceMs?: number | undefined } = {},
): Promise<AccountState> {
  const at = now().getTime();
  const tooLate = patienceMs === undefined ? [] : [wait(patienceMs).then(() => unreachable)];
  // The gateway's clock is not ours: its newest rows may seem to come from the future.
  const span = { from: since ?? new Date(at - reportSpanMs), to: new Date(at + dayMs) };
  const rows: AccountRow[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await Promise.race([gateway.listPayments(credentials, { ...span, cursor }), ...tooLate]);
    if (page.kind === "not-authorized") return "refused";
    if (page.kind === "unreachable") return "unseen";
    rows.push(...page.payments);
    if (page.nextCursor === null) return judgeAccount(rows, mode);
    cursor = page.nextCursor;
  }
  return "unseen";
}

type CheckContext = Pick<Context, "db" | "sealer" | "gateway" | "now" | "mode" | "random" | "wait">;

/** The report may take so long to show a first payment; after that the close of each day compares it. */
const patienceMs = 3 * dayMs;

const maxAtOnce = 5;

/** The gateway's clock is not ours: a first payment may seem to precede its sending by so much. */
const clockSlackMs = 60 * 60_000;

/**
 * Checks the accounts of draws after the first payment to them, as the answer to a payment names no currency, and
 * charges no further card at one that fits no order. A job.
 */
export async function checkAccounts(ctx: CheckContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - patienceMs);
  const accounts = await withRetry(ctx, () => listUnseenAccounts(ctx.db, since, maxAtOnce));
  for (const account of accounts) await withRetry(ctx, () => checkOne(ctx, account));
}

async function checkOne(ctx: CheckContext, { drawId, firstUsedAt }: UnseenAccount): Promise<void> {
  const credentials = await readCredentials(ctx, drawId);
  const since = new Date(firstUsedAt.getTime() - clockSlackMs);
  const state = credentials?.reportingPasscode ? await checkAccount(ctx, credentials, { since }) : "refused";
  if (state === "unseen") return;
  // Without a report there are only the answers to the payments.
  if (state === "fits" || state === "refused") return recordSeenAccount(ctx.db, drawId, ctx.now());
  await recordUnfitAccount(ctx.db, drawId, state, ctx.now());
  logFailure(
    "A merchant account takes money that no order can use.",
    `Draw ${drawId}: ${state}, its cards are stopped.`,
  );
}
