import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin, checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { byteOrderMark, csvLine } from "@/lib/csv";
import { createLocalTime } from "@/lib/local-time";
import { getStatusAt } from "@/lib/orders/rules";
import type { CursorPosition } from "@/lib/orders/rules.cursor";
import { listStart } from "@/lib/orders/rules.cursor";
import { maskBuyer } from "@/lib/orders/rules.identity";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import { isPartlyRefunded } from "@/lib/orders/rules.refunds";
import type { Buyer } from "@/lib/orders/schema";
import type { ListedOrder } from "@/lib/orders/store.list";
import { readListedOrders } from "@/lib/orders/store.list";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Translate } from "@/lib/platform/i18n/translator";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { readFilter } from "./list-orders";
import { exportAction } from "./rules";
import type { ExportedOrder } from "./rules.csv";
import { getCsvHeadings, toCsvCells } from "./rules.csv";
import { exportSchema } from "./schema";
import type { OrderFilter } from "./store";
import { selectFilteredOrders } from "./store";
import { countOrders, listExportedDraws } from "./store.export";

/** Limits how many orders are in memory at a time. */
const pageLength = 500;

type ExportedDraw = { drawId: string; timeZone: string; orders: number };

/**
 * Exports the orders of a filter as CSV, draw by draw, the latest first. With the right `browse` alone, contact details
 * are masked; to see them takes the right `people`, a fresh passkey and a reason. Before the first line is read, each
 * draw's history records who exported how many of its orders.
 */
export async function exportOrders(
  ctx: Context,
  body: unknown,
): Promise<{ ok: true; text: AsyncGenerator<string> } | Refusal<AdminRefusal | "invalid-input" | "draw-not-found">> {
  const browseAccess = authorizeAdmin(ctx.actor, "browse");
  if (!browseAccess.ok) return browseAccess;
  const input = parseInput(exportSchema, body);
  if (!input.ok) return input;
  const { contacts, locale, ...filterInput } = input.value;
  const { instanceId = null } = filterInput;
  const contactAccess = contacts ? authorizeAdmin(ctx.actor, "people") : browseAccess;
  if (!contactAccess.ok) return contactAccess;
  const passkeyRefusal = contacts ? checkFreshPasskey(ctx.actor) : null;
  if (passkeyRefusal) return passkeyRefusal;
  const accessScopes = [browseAccess.accessScope, contactAccess.accessScope];
  const exportedDraws = await withRetry(ctx, () => listExportedDraws(ctx.db, instanceId, accessScopes));
  if (exportedDraws.length === 0 && instanceId !== null) return refuse("draw-not-found");
  const filter = await readFilterUntilNow(ctx, filterInput);
  const draws: ExportedDraw[] = [];
  for (const draw of exportedDraws) {
    const orders = await withRetry(ctx, () => countOrders(ctx.db, draw.drawId, filter));
    if (orders > 0) draws.push({ ...draw, orders });
  }
  await writeExportEntries(ctx, draws, { contacts: contacts !== undefined, ...contacts });
  const options: CsvOptions = { t: findTranslator(locale), isMasked: contacts === undefined };
  return { ok: true, text: generateCsv(ctx, draws, { ...filter, accessScope: browseAccess.accessScope }, options) };
}

/** Leaves out orders placed from now on, so that the recorded count stays true. */
async function readFilterUntilNow(
  ctx: Context,
  filterInput: Parameters<typeof readFilter>[1],
): Promise<Omit<OrderFilter, "accessScope">> {
  const filter = await withRetry(ctx, () => readFilter(ctx, filterInput));
  const next = new Date(ctx.now().getTime() + 1);
  return { ...filter, to: filter.to && filter.to < next ? filter.to : next };
}

async function writeExportEntries(ctx: Context, draws: readonly ExportedDraw[], detail: AuditDetail): Promise<void> {
  const entry = { action: exportAction, at: ctx.now(), actor: toAuditActor(ctx.actor) };
  await transact(ctx, async (tx) => {
    for (const { drawId, orders } of draws) {
      await writeChainEntry(tx, drawId, { ...entry, detail: { orders, ...detail } });
    }
    return null;
  });
}

type CsvOptions = { t: Translate; isMasked: boolean };

async function* generateCsv(
  ctx: Context,
  draws: readonly ExportedDraw[],
  filter: OrderFilter,
  options: CsvOptions,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(getCsvHeadings(options.t));
  for (const { drawId, timeZone } of draws) {
    const localTime = createLocalTime(timeZone);
    let after: CursorPosition | undefined = listStart;
    while (after) {
      const page = selectFilteredOrders({ ...filter, drawId }, pageLength, after);
      const rows = await withRetry(ctx, () => readListedOrders(ctx.db, page));
      const now = ctx.now();
      yield rows
        .map((row) => csvLine(toCsvCells(options.t, toExportedOrder(row, { now, timeZone, localTime }, options))))
        .join("");
      after = rows.length === pageLength ? rows.at(-1) : undefined;
    }
  }
}

type Clock = { now: Date; timeZone: string; localTime: (instant: Date) => string };

function toExportedOrder(
  row: ListedOrder,
  { now, timeZone, localTime }: Clock,
  { isMasked }: CsvOptions,
): ExportedOrder {
  const { buyer, placedAt, finalizedAt } = row;
  const toSecond = (at: Date) => localTime(at).slice(0, 19).replace("T", " ");
  return {
    ...row,
    status: getStatusAt(row, now),
    placedAt: toSecond(placedAt),
    paidAt: finalizedAt && toSecond(finalizedAt),
    timeZone,
    method: toPaymentMethod(row.paidBy),
    isPartlyRefunded: isPartlyRefunded(row),
    buyer: toExportedBuyer(buyer, isMasked),
  };
}

function toExportedBuyer(buyer: Buyer | null, isMasked: boolean): ExportedOrder["buyer"] {
  if (!isMasked) return buyer && { name: buyer.name, email: buyer.email, phone: buyer.phone ?? null };
  const masked = maskBuyer(buyer);
  return masked && { name: masked.name, email: masked.maskedEmail, phone: masked.maskedPhone };
}
