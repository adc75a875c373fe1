import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { logFailure } from "@/lib/log";

import { checkAccount } from "./check-account";
import { readCredentials } from "./read-credentials";
import { listUnseenAccounts, noteSeenAccount, noteUnfitAccount } from "./store.accounts";

type Checker = Pick<Context, "db" | "sealer" | "gateway" | "now" | "mode" | "random" | "wait">;

/** How long the report may take to show the first payment of an account; after that the daily close compares it. */
const patienceMs = 3 * 24 * 60 * 60_000;

/** How many accounts are looked at in one turn, each by one call of at most 20 seconds. */
const mostAtOnce = 5;

async function checkOne(ctx: Checker, drawId: string): Promise<void> {
  const credentials = await readCredentials(ctx, drawId);
  const found = credentials?.reportingPasscode ? await checkAccount(ctx, credentials) : "refused";
  if (found === "unseen") return;
  // Without a report nobody can tell: what the answers to its payments say is all there is.
  if (found === "fits" || found === "refused") return noteSeenAccount(ctx.db, drawId, ctx.now());
  await noteUnfitAccount(ctx.db, drawId, found, ctx.now());
  logFailure(
    "An account takes money that fits no order.",
    new Error(`Draw ${drawId}: ${found}, its cards are stopped.`),
  );
}

/**
 * Looks in the gateway's report, after the first payment to the account of a draw, what it takes: the answer to a payment
 * names no currency. One that fits no order takes no further card. A job; nothing of it moves money.
 */
export async function checkAccounts(ctx: Checker): Promise<void> {
  const since = new Date(ctx.now().getTime() - patienceMs);
  const drawIds = await withRetry(ctx, () => listUnseenAccounts(ctx.db, since, mostAtOnce));
  for (const drawId of drawIds) await withRetry(ctx, () => checkOne(ctx, drawId));
}
