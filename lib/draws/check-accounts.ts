import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure } from "@/lib/platform/server/log";

import { checkAccount } from "./check-account";
import { readCredentials } from "./read-credentials";
import type { UnseenAccount } from "./store.accounts";
import { listUnseenAccounts, recordSeenAccount, recordUnfitAccount } from "./store.accounts";

type Checker = Pick<Context, "db" | "sealer" | "gateway" | "now" | "mode" | "random" | "wait">;

/** How long the report may take to show the first payment of an account; after that the daily close compares it. */
const patienceMs = 3 * 24 * 60 * 60_000;

/** How many accounts are looked at in one turn, each by calls of at most 20 seconds. */
const maxAtOnce = 5;

/** The gateway's clock is not ours: a first payment may seem to be from before it was sent, by so many ms. */
const clockSlackMs = 60 * 60_000;

async function checkOne(ctx: Checker, { drawId, firstUsedAt }: UnseenAccount): Promise<void> {
  const credentials = await readCredentials(ctx, drawId);
  const since = new Date(firstUsedAt.getTime() - clockSlackMs);
  const found = credentials?.reportingPasscode ? await checkAccount(ctx, credentials, { since }) : "refused";
  if (found === "unseen") return;
  // Without a report nobody can tell: what the answers to its payments say is all there is.
  if (found === "fits" || found === "refused") return recordSeenAccount(ctx.db, drawId, ctx.now());
  await recordUnfitAccount(ctx.db, drawId, found, ctx.now());
  logFailure(
    "A merchant account takes money that no order can use.",
    `Draw ${drawId}: ${found}, its cards are stopped.`,
  );
}

/**
 * Looks in the gateway's report, after the first payment to the account of a draw, what it takes: the answer to a
 * payment names no currency. One that fits no order takes no further card. A job; nothing of it moves money.
 */
export async function checkAccounts(ctx: Checker): Promise<void> {
  const since = new Date(ctx.now().getTime() - patienceMs);
  const accounts = await withRetry(ctx, () => listUnseenAccounts(ctx.db, since, maxAtOnce));
  for (const account of accounts) await withRetry(ctx, () => checkOne(ctx, account));
}
