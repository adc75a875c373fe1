import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { lockOrderRow } from "@/lib/orders/store";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { writeEntry } from "@/lib/orders/store.audit";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ContactDetails } from "./rules.order";

type ContactRefusal = AdminRefusal | "order-not-found" | "details-erased" | "buyer-required";

/** Returns the buyer's email and phone number. The same transaction adds an audit entry each time. */
export async function showContact(
  ctx: Context,
  key: OrderKey,
): Promise<{ ok: true; contact: ContactDetails } | Refusal<ContactRefusal>> {
  const refused = await authorizeForDraw(ctx, "contacts", key.instanceId, "order-not-found");
  if (refused) return refused;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const { instanceId: drawId, orderId } = key;
  const entry: NewAuditEntry = { action: "contact-shown", at: ctx.now(), actor: toAuditActor(ctx.actor) };
  return transact(ctx, async (tx) => {
    const order = await lockOrderRow(tx, drawId, orderId);
    if (!order) return refuse("order-not-found");
    if (order.erasedAt) return refuse("details-erased");
    if (!order.buyer) return refuse("buyer-required");
    await writeEntry(tx, { drawId, orderId }, entry);
    const { name, email, phone = null } = order.buyer;
    return { ok: true, contact: { name, email, phone } } as const;
  });
}
