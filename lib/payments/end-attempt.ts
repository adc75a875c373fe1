import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { writeAttempt } from "@/lib/orders/store.attempts";
import { settlementEntry, writeEntry } from "@/lib/orders/store.audit";
import { endOrder, reopenOrder } from "@/lib/orders/store.release";
import type { Database } from "@/lib/platform/db/database";
import { missingAttempt, refusalActionOf, refusedAttempt, waitingAttempt } from "./rules.attempt-changes";
import type { Outcome } from "./rules.settlement";
import type { Settlement } from "./store.settlement";
import { moveOrder } from "./store.settlement";

/** Gives an order whose payment came to nothing back to its buyer, or frees its tickets when its time is over. */
export async function releaseOrder(tx: Database, { key, now }: Settlement): Promise<void> {
  const lives = await reopenOrder(tx, { ...key, now });
  const entry = { action: "expired", at: now, actor: systemActor } as const;
  if (!lives) await endOrder(tx, { ...key, from: ["paying", "unknown"], to: "expired", entry });
}

/** Ends an attempt without money; its order was freed before or is freed by the caller. */
export async function refuseAttempt(tx: Database, settlement: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const known = refusedAttempt(attempt, outcome, now);
  const written = await writeAttempt(tx, key, attempt.state, known);
  await writeEntry(tx, key, settlementEntry(refusalActionOf(known), settlement, { reason: known.reason }));
  return written;
}

/** Keeps what is held until somebody knows. */
export async function waitOn(tx: Database, { key, attempt, now }: Settlement, outcome: Outcome): Promise<AttemptRow> {
  const written = await writeAttempt(tx, key, attempt.state, waitingAttempt(attempt, outcome, now));
  await moveOrder(tx, key, { from: ["paying"], to: "unknown" });
  return written;
}

/** Two looks found nothing: the order is given back. */
export async function freeOrder(tx: Database, settlement: Settlement): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const written = await writeAttempt(tx, key, attempt.state, missingAttempt(attempt, now));
  await writeEntry(tx, key, settlementEntry("payment-missing", settlement));
  await releaseOrder(tx, settlement);
  return written;
}
