import "server-only";

import type { Context } from "@/lib/context";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import { toDollars } from "@/lib/money";
import { isWithinDeviceParent } from "@/lib/orders/check-operator";
import { getStatusAt } from "@/lib/orders/rules";
import { toCursor } from "@/lib/orders/rules.cursor";
import { maskBuyer } from "@/lib/orders/rules.identity";
import { toPaymentMethod, toPaymentState } from "@/lib/orders/rules.payment";
import { isPartlyRefunded } from "@/lib/orders/rules.refunds";
import { parseSearch } from "@/lib/orders/rules.search";
import type { ListedOrder } from "@/lib/orders/store.list";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { DeviceActor } from "@/lib/terminal/device/authenticate-device";
import type { TerminalOrderPage, TerminalOrderRow } from "./rules";
import { buyerAtTerminal, chooseNextStep, findSeller, getCashOptions, sellsPools } from "./rules";
import { listSchema } from "./schema";
import { listRecent, listUnfinalized, searchOrders } from "./store";

const pageLength = 25;

type Query = (typeof listSchema)["_output"];

type PageResult = ({ ok: true } & TerminalOrderPage) | Refusal<"device-required" | "invalid-input" | "draw-not-found">;

/**
 * Newest first: all orders, open ones, or those that match `q`. A device lists only its own, unless an admin set
 * `listsOthers`.
 */
export async function listOrders(ctx: Context, input: unknown): Promise<PageResult> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const query = parseInput(listSchema, input);
  if (!query.ok) return query;
  return withRetry(ctx, () => listOnce(ctx, actor, query.value));
}

async function listOnce(ctx: Context, actor: DeviceActor, query: Query): Promise<PageResult> {
  const isOwn = await isWithinDeviceParent(ctx, query.instanceId);
  const record = isOwn ? await readDrawRecord(ctx.db, query.instanceId) : null;
  if (!record) return refuse("draw-not-found");
  const rows = await listRows(ctx, actor, record, query);
  const page = rows.slice(0, pageLength);
  const last = rows.length > pageLength ? page.at(-1) : undefined;
  const now = ctx.now();
  const orders = page.map((row) => projectRow(row, record, actor, now));
  return { ok: true, orders, nextCursor: last ? toCursor(last) : null, listsOthers: actor.listsOthers };
}

function listRows(
  ctx: Context,
  { deviceId, listsOthers }: DeviceActor,
  { draw }: DrawRecord,
  query: Query,
): Promise<ListedOrder[]> {
  // Reads one more than is shown, to know if another page follows.
  const limit = pageLength + 1;
  const page = { drawId: draw.id, deviceId: listsOthers ? null : deviceId, after: query.cursor, limit };
  if (query.q) return searchOrders(ctx.db, page, parseSearch(query.q, draw.additionalOptions.uniqueOrderPrefix));
  return query.status === "recent" ? listRecent(ctx.db, page) : listUnfinalized(ctx.db, page, ctx.now());
}

export function projectRow(row: ListedOrder, record: DrawRecord, actor: DeviceActor, now: Date): TerminalOrderRow {
  const status = getStatusAt(row, now);
  const seller = findSeller(row, actor);
  const sells = sellsPools(record, row.poolIds, now);
  const cash = getCashOptions(record.draw, row.buyer !== null);
  return {
    instanceId: record.draw.id,
    orderId: row.orderId,
    orderCode: row.orderCode,
    status,
    amount: toDollars(row.amountCents),
    tickets: row.tickets,
    placedAt: row.placedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    finalizedAt: row.finalizedAt?.toISOString() ?? null,
    buyer: buyerAtTerminal(maskBuyer(row.buyer), seller),
    seller,
    method: toPaymentMethod(row.paidBy),
    isPartlyRefunded: isPartlyRefunded(row),
    lastPayment: row.lastState ? toPaymentState(row.lastState) : null,
    answerBy: status === "paying" ? (row.deadlineAt?.toISOString() ?? null) : null,
    nextStep: chooseNextStep(
      { status, sells, seller, deadlineAt: row.deadlineAt, maySell: actor.maySell, ...cash },
      now,
    ),
    isTest: row.isTest,
  };
}
