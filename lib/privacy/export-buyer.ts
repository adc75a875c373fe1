import "server-only";

import { projectAdminOrder } from "@/lib/admin/find-admin-orders";
import type { AdminOrder } from "@/lib/admin/rules";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { AuditEntry, OrderNote } from "@/lib/orders/rules.audit";
import type { Buyer, DrawOrderKey } from "@/lib/orders/schema";
import { readOrderRecord } from "@/lib/orders/store";
import { listEntries } from "@/lib/orders/store.audit";
import { listNotes } from "@/lib/orders/store.notes";
import type { ExportedAccess } from "@/lib/people/export-access";
import { exportAccess } from "@/lib/people/export-access";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { Language } from "@/lib/platform/i18n/routing";
import { listMails } from "@/lib/receipts/store";
import { buyerEmailSchema } from "./schema";
import { findPersonOrders } from "./store";

/** `browser` and `countedUnder` are digests. Leaves out operators and authors, who are other people. */
export type ExportedOrder = Omit<AdminOrder, "buyer"> & {
  buyer: Buyer;
  locale: Language;
  teamId: string | null;
  card: { type: string | null; lastFour: string | null };
  browser: string;
  countedUnder: string[];
  soldBy: string | null;
  notes: Omit<OrderNote, "author">[];
  history: Omit<AuditEntry, "operator" | "detail">[];
};

/** `access` is set for a person of the console, if the caller may export everywhere. */
export type ExportedPerson = {
  email: string;
  exportedAt: string;
  orders: ExportedOrder[];
  access: ExportedAccess | null;
};

/** Exports all except counters of limits, which expire (docs/privacy.md, Export), and nothing about other people. */
export async function exportBuyer(
  ctx: Context,
  body: unknown,
): Promise<({ ok: true } & ExportedPerson) | Refusal<AdminRefusal | "invalid-input">> {
  const found = authorizeWithFreshPasskey(ctx.actor, "people");
  if (!found.ok) return found;
  const input = parseInput(buyerEmailSchema, body);
  if (!input.ok) return input;
  const { email } = input.value;
  const orders: ExportedOrder[] = [];
  for (const name of await withRetry(ctx, () => findPersonOrders(ctx.db, email, found.accessScope))) {
    orders.push(...(await withRetry(ctx, () => exportOrder(ctx, name))));
  }
  const access = found.accessScope === "everything" ? await exportAccess(ctx, email) : null;
  return { ok: true, email, exportedAt: ctx.now().toISOString(), orders, access };
}

async function exportOrder(ctx: Context, { drawId, orderId }: DrawOrderKey): Promise<ExportedOrder[]> {
  const record = await readOrderRecord(ctx.db, drawId, orderId);
  if (!record?.order.buyer) return [];
  const { buyer, locale, teamId, cardType, cardLastFour, clientKey, shareHolders } = record.order;
  const mails = await listMails(ctx.db, drawId, orderId);
  const history = await listEntries(ctx.db, drawId, orderId);
  const notes = await listNotes(ctx.db, drawId, orderId);
  return [
    {
      ...projectAdminOrder(record, mails, { now: ctx.now(), showsIds: true }),
      buyer,
      locale,
      teamId,
      browser: clientKey,
      countedUnder: shareHolders ?? [],
      soldBy: record.soldBy,
      card: { type: cardType, lastFour: cardLastFour },
      notes: notes.map(({ at, text }) => ({ at, text })),
      history: history.map(({ action, at, actor, device }) => ({ action, at, actor, device })),
    },
  ];
}
