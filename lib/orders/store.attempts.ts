import "server-only";

import type { SQL } from "drizzle-orm";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { OrderStatus } from "./rules";
import type { AttemptState } from "./rules.payment";
import type { DrawOrderKey } from "./schema";
import { paymentAttempts } from "./tables.payments";

export type AttemptRow = typeof paymentAttempts.$inferSelect;

export type AttemptId = { drawId: string; gatewayOrderNumber: string };

export type AttemptKey = AttemptId & { orderId: string };

/** `orderId` is null for a verification of Apple Pay. */
export type PaymentKey = AttemptId & { orderId: string | null };

export async function readAttempt(db: Database, key: AttemptId): Promise<AttemptRow | null> {
  const rows = await db.select().from(paymentAttempts).where(attemptCondition(key));
  return rows[0] ?? null;
}

/** Oldest first. */
export function listAttempts(db: Database, drawId: string, orderId: string): Promise<AttemptRow[]> {
  return db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.drawId, drawId), eq(paymentAttempts.orderId, orderId)))
    .orderBy(asc(paymentAttempts.attemptNumber));
}

async function findAttempt(
  db: Database,
  { drawId, orderId }: DrawOrderKey,
  condition: SQL,
): Promise<AttemptRow | null> {
  const rows = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.drawId, drawId), eq(paymentAttempts.orderId, orderId), condition));
  return rows[0] ?? null;
}

export function findAttemptByToken(
  db: Database,
  { tokenHash, ...order }: DrawOrderKey & { tokenHash: string },
): Promise<AttemptRow | null> {
  return findAttempt(db, order, eq(paymentAttempts.tokenHash, tokenHash));
}

export async function isWalletTokenUsed(db: Database, drawId: string, tokenHash: string): Promise<boolean> {
  const condition = and(
    eq(paymentAttempts.drawId, drawId),
    eq(paymentAttempts.tokenHash, tokenHash),
    eq(paymentAttempts.method, "apple_pay"),
  );
  return (await db.$count(paymentAttempts, condition)) > 0;
}

export function findApprovedAttempt(db: Database, drawId: string, orderId: string): Promise<AttemptRow | null> {
  return findAttempt(db, { drawId, orderId }, eq(paymentAttempts.state, "approved"));
}

/** The attempt or its order must be locked. Throws if the attempt isn't in state `from`. */
export async function writeAttempt(
  tx: Database,
  key: AttemptId,
  from: AttemptState,
  change: Partial<AttemptRow> & { state: AttemptState },
): Promise<AttemptRow> {
  const [written] = await tx
    .update(paymentAttempts)
    .set(change)
    .where(and(attemptCondition(key), eq(paymentAttempts.state, from)))
    .returning();
  if (!written) throw new Error("An attempt changed while its order was locked.");
  return written;
}

export type LockedOrder = { status: OrderStatus; orderCode: string };

/** Every transaction locks an attempt's order before it changes the attempt. */
export async function lockOrder(
  tx: Database,
  { drawId, orderId }: { drawId: string; orderId: string },
): Promise<LockedOrder | null> {
  const rows = await queryRows<LockedOrder>(
    tx,
    sql`select status, order_code as "orderCode" from orders where draw_id = ${drawId} and order_id = ${orderId} for update`,
  );
  return rows[0] ?? null;
}

export async function lockAttemptWithoutOrder(tx: Database, name: AttemptId): Promise<AttemptRow | null> {
  const rows = await tx
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.drawId, name.drawId),
        eq(paymentAttempts.gatewayOrderNumber, name.gatewayOrderNumber),
        isNull(paymentAttempts.orderId),
      ),
    )
    .for("update");
  return rows[0] ?? null;
}

function attemptCondition(key: AttemptId) {
  return and(eq(paymentAttempts.drawId, key.drawId), eq(paymentAttempts.gatewayOrderNumber, key.gatewayOrderNumber));
}
