import "server-only";

import type { Database } from "@/lib/platform/db/database";
import { writeTogether } from "@/lib/platform/db/write-together";
import type { ApprovedPayment, SettledAttempt } from "./store.sell";
import { sellOrders } from "./store.sell";

/**
 * How many payments one statement turns into numbers. All who have paid may wait; while more than `longest` of a draw
 * do in a process, about a second of them, no other card is charged.
 */
const limits = { most: 64, longest: 1000 } as const;

/** Turns a payment into numbers on its own; null, with nothing written, if it isn't a simple case. */
export async function sellAlone(db: Database, payment: ApprovedPayment): Promise<SettledAttempt | null> {
  const [settled] = await sellOrders(db, [payment], ["sent", "unknown"]);
  return settled ?? null;
}

const queueOf = writeTogether<ApprovedPayment, SettledAttempt | null>((db) => ({
  most: limits.most,
  longest: Number.POSITIVE_INFINITY,
  writeAll: (payments) => sellOrders(db, payments, ["sent"]),
  writeOne: (payment) => sellAlone(db, payment),
}));

/**
 * The same together with other payments of the draw that wait in this process, first come first served: what becomes of
 * one is its own.
 */
export async function sellTogether(db: Database, payment: ApprovedPayment): Promise<SettledAttempt | null> {
  return queueOf(db, payment.drawId).join(payment, false);
}

/** Whether too many wait for their numbers in a draw for another card to be charged. */
export function isCrowded(db: Database, drawId: string): boolean {
  return queueOf(db, drawId).waiting() >= limits.longest;
}
