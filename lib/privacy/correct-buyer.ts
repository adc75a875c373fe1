import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { readDrawForShare } from "@/lib/draws/store";
import { getStatusRefusal } from "@/lib/orders/rules";
import { orderIdBytes, toStoredBuyer } from "@/lib/orders/rules.identity";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { listLines, lockOrderRow } from "@/lib/orders/store";
import { replaceSearchTerms } from "@/lib/orders/store.search-terms";
import type { Database } from "@/lib/platform/db/database";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { queueMail } from "@/lib/receipts/store";

import type { CorrectableField } from "./rules";
import { correctableFields, hasWon } from "./rules";
import { correctionSchema } from "./schema";
import { correctOrder } from "./store";

/** `isMailed` is true if the receipt will be sent to the corrected email address. */
type Correction = { ok: true; corrected: CorrectableField[]; isMailed: boolean };

type UnpaidRefusal = "order-not-paid" | ReturnType<typeof getStatusRefusal>;
type OrderRefusal = UnpaidRefusal | "order-not-found" | "details-erased" | "receipt-unavailable" | "winner-named";

/**
 * When the email changes, the order's URL requires a second secret that only the new receipt contains, so that the
 * recipient of the mistyped email no longer sees the order (docs/decisions/064-corrections.md).
 */
export async function correctBuyer(
  ctx: Context,
  key: OrderKey,
  body: unknown,
): Promise<Correction | Refusal<AdminRefusal | OrderRefusal | "invalid-input">> {
  const refused = await authorizeForDraw(ctx, "correct", key.instanceId, "order-not-found");
  if (refused) return refused;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const input = parseInput(correctionSchema, body);
  if (!input.ok) return input;
  const wanted = Object.fromEntries(Object.entries(input.value).filter(([, value]) => value !== undefined));
  return transact(ctx, (tx) => correctLocked(ctx, tx, key, wanted));
}

/** Locks the draw before the order, so that no winner is recorded in between. */
async function correctLocked(
  ctx: Context,
  tx: Database,
  { instanceId: drawId, orderId }: OrderKey,
  wanted: Partial<Record<CorrectableField, string>>,
): Promise<Correction | Refusal<OrderRefusal>> {
  const draw = await readDrawForShare(tx, drawId);
  const order = await lockOrderRow(tx, drawId, orderId);
  if (!draw || !order) return refuse("order-not-found");
  if (order.erasedAt) return refuse("details-erased");
  const unpaid = checkPaid(order);
  if (unpaid) return unpaid;
  const before = order.buyer;
  const buyer = before && toStoredBuyer({ ...before, ...wanted });
  if (!buyer) return refuse("receipt-unavailable");
  const fields = correctableFields.filter((field) => buyer[field] !== before[field]);
  if (fields.length === 0) return { ok: true, corrected: [], isMailed: false };
  const { ranges } = await listLines(tx, drawId, orderId);
  if (fields.includes("name") && hasWon(draw, ranges)) return refuse("winner-named");
  const now = ctx.now();
  const addressSecret = fields.includes("email") ? toCrockford(ctx.random(orderIdBytes), 26) : null;
  const entry = { now, actor: toAuditActor(ctx.actor) };
  await correctOrder(tx, { drawId, orderId, buyer, fields, addressSecret }, entry);
  if (fields.includes("name")) await replaceSearchTerms(tx, drawId, { ...order, buyer });
  const isMailed = order.status === "finalized";
  if (isMailed) await queueMail(tx, { drawId, orderId, kind: "copy", part: `corrected-${now.getTime()}`, now });
  return { ok: true, corrected: fields, isMailed };
}

function checkPaid({ status }: OrderRow): Refusal<UnpaidRefusal> | null {
  if (status === "finalized" || status === "refunded") return null;
  return refuse(status === "reserved" ? "order-not-paid" : getStatusRefusal(status));
}
