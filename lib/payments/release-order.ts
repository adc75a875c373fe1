import "server-only";

import { systemActor } from "@/lib/audit/rules";
import { endOrder, reopenOrder } from "@/lib/orders/store.release";
import type { Database } from "@/lib/platform/db/database";
import type { Settlement } from "./store.settlement";

/** Gives an order whose payment came to nothing back to its buyer, or frees its tickets when its time is over. */
export async function releaseOrder(tx: Database, { key, now }: Settlement): Promise<void> {
  const lives = await reopenOrder(tx, { ...key, now });
  const entry = { action: "expired", at: now, actor: systemActor } as const;
  if (!lives) await endOrder(tx, { ...key, from: ["paying", "unknown"], to: "expired", entry });
}
