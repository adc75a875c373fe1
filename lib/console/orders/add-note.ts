import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { OrderNote } from "@/lib/orders/rules.audit";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { lockOrderRow } from "@/lib/orders/store";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertNote, listNotes } from "@/lib/orders/store.notes";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { noteSchema } from "./schema";

type NoteRefusal = AdminRefusal | "invalid-input" | "order-not-found" | "details-erased";

/** Refuses after an erasure, because a note is about the buyer. The order's lock keeps erasures out meanwhile. */
export async function addNote(
  ctx: Context,
  key: OrderKey,
  body: unknown,
): Promise<{ ok: true; notes: OrderNote[] } | Refusal<NoteRefusal>> {
  const refused = await authorizeForDraw(ctx, "orders", key.instanceId, "order-not-found");
  if (refused) return refused;
  const input = parseInput(noteSchema, body);
  if (!input.ok) return input;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const { instanceId: drawId, orderId } = key;
  const entry: NewAuditEntry = { action: "note-added", at: ctx.now(), actor: toAuditActor(ctx.actor) };
  return transact(ctx, async (tx) => {
    const order = await lockOrderRow(tx, drawId, orderId);
    if (!order) return refuse("order-not-found");
    if (order.erasedAt) return refuse("details-erased");
    await insertNote(tx, { drawId, orderId, text: input.value.text }, entry);
    return { ok: true, notes: await listNotes(tx, drawId, orderId) } as const;
  });
}
