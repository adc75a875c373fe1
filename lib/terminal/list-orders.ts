import "server-only";

import type { Context } from "@/lib/context";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import { checkParent } from "@/lib/orders/check-parent";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { DeviceActor } from "./authenticate-device";
import { projectRow } from "./project-row";
import type { TerminalOrderPage } from "./rules.orders";
import { searchOf, toCursor } from "./rules.search";
import { listSchema } from "./schema.orders";
import type { ListedOrder } from "./store.orders";
import { listRecent, listUnfinalized } from "./store.orders";
import { listFound } from "./store.search";

/** Orders of a page. */
const pageLength = 25;

type Query = (typeof listSchema)["_output"];

function listRows(
  ctx: Context,
  { deviceId, listsOthers }: DeviceActor,
  { draw }: DrawRecord,
  query: Query,
): Promise<ListedOrder[]> {
  // One more than is shown tells whether there is another page.
  const most = pageLength + 1;
  const page = { drawId: draw.id, deviceId: listsOthers ? null : deviceId, after: query.cursor, most };
  if (query.q) return listFound(ctx.db, page, searchOf(query.q, draw.additionalOptions.uniqueOrderPrefix));
  return query.status === "recent" ? listRecent(ctx.db, page) : listUnfinalized(ctx.db, page, ctx.now());
}

async function listOnce(
  ctx: Context,
  actor: DeviceActor,
  query: Query,
): Promise<({ ok: true } & TerminalOrderPage) | Refusal> {
  const isOwn = await checkParent(ctx, query.instanceId);
  const record = isOwn ? await readDrawRecord(ctx.db, query.instanceId) : null;
  if (!record) return refuse("draw-not-found");
  const rows = await listRows(ctx, actor, record, query);
  const shown = rows.slice(0, pageLength);
  const last = rows.length > pageLength ? shown.at(-1) : undefined;
  const now = ctx.now();
  const orders = shown.map((row) => projectRow(row, record, actor, now));
  return { ok: true, orders, nextCursor: last ? toCursor(last.place) : null, listsOthers: actor.listsOthers };
}

/**
 * Lists orders of a draw, the latest first and 25 a page: all, or those that are open with the one safe next step of
 * each. `q`, an order code as people say it, an email address, a telephone or ticket number or a name, searches all of
 * them. Devices
 * only, draws of their parent, and of those what was placed at the device itself unless an admin lets it list others'
 * too. Refusals: `device-required`, `invalid-input`, also for a cursor that is not ours,
 * `draw-not-found`.
 */
export async function listOrders(ctx: Context, input: unknown): Promise<({ ok: true } & TerminalOrderPage) | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const parsed = parseInput(listSchema, input);
  if (!parsed.ok) return parsed;
  return withRetry(ctx, () => listOnce(ctx, actor, parsed.value));
}
