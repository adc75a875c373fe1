import "server-only";

import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";
import { findLimitedPerson, getRefundDayStart } from "./rules";
import { readRefundLimit, sumPersonRefunds } from "./store";

/**
 * What the caller may still refund today in the draw, in cents. Null without a limit. The caller has checked the right
 * to refund there.
 */
export async function readRefundAllowance(
  { actor, db, now }: Pick<Context, "actor" | "db" | "now">,
  draw: Draw,
): Promise<number | null> {
  const personId = findLimitedPerson(actor, draw);
  if (personId === null) return null;
  const limit = await readRefundLimit(db, personId);
  const made = await sumPersonRefunds(db, personId, getRefundDayStart(draw, now()));
  return Math.max(0, limit - made);
}
