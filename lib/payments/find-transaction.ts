import "server-only";
import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/read-credentials";
import type { AttemptName } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import type { Outcome } from "./rules.settlement";
import { listDrawsOfTransaction, lockTransaction } from "./store.settlement";

/**
 * Finds the draw, on the same merchant account, in which another payment has the transaction that a person names as
 * proof of payment; null if there is none. Nobody else can name it until `tx` ends.
 */
export async function findTransaction(
  { sealer }: Pick<Context, "sealer">,
  tx: Database,
  attempt: AttemptName,
  outcome: Outcome,
): Promise<string | null> {
  if (!outcome.statedBy || outcome.kind !== "approved") return null;
  await lockTransaction(tx, outcome.transactionId);
  const drawIds = await listDrawsOfTransaction(tx, outcome.transactionId, attempt);
  if (drawIds.length === 0 || drawIds.includes(attempt.drawId)) return drawIds[0] ?? null;
  const merchantOf = async (drawId: string) => (await readCredentials({ db: tx, sealer }, drawId))?.merchantId;
  const merchantId = await merchantOf(attempt.drawId);
  for (const drawId of drawIds) if ((await merchantOf(drawId)) === merchantId) return drawId;
  return null;
}
