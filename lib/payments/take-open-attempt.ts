import "server-only";

import { listAttempts } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { leaseFrom } from "./rules.reconcile-schedule";
import { isOpenState } from "./rules.settlement";
import type { ClaimedAttempt } from "./store.reconcile-schedule";
import { claimOpenAttempt } from "./store.reconcile-schedule";

/**
 * Takes the open attempt of a locked order, so that only its caller looks it up now. Refusals: `payment-not-open`, and
 * `order-being-paid` while its own call is still waiting for the gateway.
 */
export async function takeOpenAttempt(
  tx: Database,
  key: { drawId: string; orderId: string },
  now: Date,
): Promise<{ ok: true; claimed: ClaimedAttempt } | Refusal> {
  const claimed = await claimOpenAttempt(tx, { ...key, now, leasedUntil: leaseFrom(now) });
  if (claimed) return { ok: true, claimed };
  const attempts = await listAttempts(tx, key.drawId, key.orderId);
  const isOpen = attempts.some(({ state }) => isOpenState(state));
  return refuse(isOpen ? "order-being-paid" : "payment-not-open");
}
