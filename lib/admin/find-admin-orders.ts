import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { hashValidationNumber, readValidationNumber } from "@/lib/orders/rules.validation";
import type { OrderKey } from "@/lib/orders/schema";
import { findOrderKeys, findValidatedKeys, readOrderRecord } from "@/lib/orders/store";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { listMails } from "@/lib/receipts/store";
import { refuseAdmin } from "@/lib/refuse-admin";
import { projectAdminOrder } from "./project-admin-order";
import type { AdminOrder } from "./rules";

/** A code as people say it, an order's id or a receipt's number: letters, digits and dashes. */
const wordPattern = /^[0-9A-Za-z-]{1,40}$/;

async function readAdminOrder(ctx: Context, { instanceId, orderId }: OrderKey): Promise<AdminOrder[]> {
  const record = await readOrderRecord(ctx.db, instanceId, orderId);
  if (!record) return [];
  const mails = await listMails(ctx.db, instanceId, orderId);
  return [projectAdminOrder(record, mails, ctx.now())];
}

/** A number that checks is that of a receipt: no code and no id is as long. */
function findKeys({ db, sealer }: Context, word: string, drawId: string | null): Promise<OrderKey[]> {
  const number = readValidationNumber(word);
  if (number) return findValidatedKeys(db, drawId, (each) => hashValidationNumber(sealer, each, number));
  return findOrderKeys(db, [word, word.toUpperCase()], drawId);
}

/**
 * Finds orders by their code or id, or by the validation number on a receipt, of one draw or of all: a code is one
 * order's in its draw alone, so there may be several. Admins only. Refusals: `admin-key-wrong`, `admin-right-missing`,
 * `order-not-found`.
 */
export async function findAdminOrders(
  ctx: Context,
  word: string,
  instanceId: string | null,
): Promise<{ ok: true; orders: AdminOrder[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "orders");
  if (refused) return refused;
  const isDraw = instanceId === null || idSchema.safeParse(instanceId).success;
  if (!isDraw || !wordPattern.test(word)) return refuse("order-not-found");
  const keys = await findKeys(ctx, word, instanceId);
  const orders: AdminOrder[] = [];
  for (const key of keys) orders.push(...(await readAdminOrder(ctx, key)));
  return orders.length > 0 ? { ok: true, orders } : refuse("order-not-found");
}
