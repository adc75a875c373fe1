import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { logLine } from "@/lib/platform/server/log";

import { sendLetter } from "./send-invitation";
import type { DueLetter } from "./store.letters";
import { claimLetters, deleteLetter } from "./store.letters";

export type LetterContext = Pick<Context, "db" | "mail" | "now" | "random" | "wait" | "checkoutHost">;

/** A letter that a server didn't take is tried again after this, and for three days. */
const pauseMs = 2 * 60_000;
const longestMs = 3 * 24 * 60 * 60_000;

/** Delivers letters to people of the console, each at least once; gives how many were claimed. */
export async function deliverLetters(ctx: LetterContext): Promise<number> {
  const now = ctx.now();
  const until = new Date(now.getTime() + pauseMs);
  const letters = await withRetry(ctx, () => claimLetters(ctx.db, { now, until, most: 5 }));
  for (const letter of letters) await deliverOne(ctx, letter);
  return letters.length;
}

async function deliverOne(ctx: LetterContext, letter: DueLetter): Promise<void> {
  const { letterId, kind, detail, queuedAt } = letter;
  const outcome = await sendLetter(ctx, letter, { letterId, kind, detail });
  const isOld = ctx.now().getTime() - queuedAt.getTime() > longestMs;
  if (outcome.kind !== "sent" && outcome.kind !== "refused" && !isOld) return;
  if (outcome.kind !== "sent") logLine("warn", "A letter to a person was given up.", { cause: outcome.cause });
  await withRetry(ctx, () => deleteLetter(ctx.db, letterId));
}
