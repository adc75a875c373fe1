import "server-only";

import type { z } from "zod";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import { getDaySpan } from "@/lib/local-time";
import { toCursor } from "@/lib/orders/rules.cursor";
import { readListedOrders } from "@/lib/orders/store.list";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { projectRows } from "./project-rows";
import type { OrderPage } from "./rules";
import type { filterSchema } from "./schema";
import { listSchema } from "./schema";
import type { OrderFilter } from "./store";
import { selectFilteredOrders } from "./store";

const pageLength = 50;

/** Filters without a draw read days in this zone. */
const defaultZone = "America/Toronto";

/** Lists the orders of one draw, or of all in the admin's scope, the latest first. */
export async function listOrders(
  ctx: Context,
  query: unknown,
): Promise<({ ok: true } & OrderPage) | Refusal<AdminRefusal | "invalid-input">> {
  const access = authorizeAdmin(ctx.actor, "browse");
  if (!access.ok) return access;
  const input = parseInput(listSchema, query);
  if (!input.ok) return input;
  const { cursor, ...filterInput } = input.value;
  return withRetry(ctx, async () => {
    const filter = { ...(await readFilter(ctx, filterInput)), accessScope: access.accessScope };
    const rows = await readListedOrders(ctx.db, selectFilteredOrders(filter, pageLength + 1, cursor));
    const page = rows.slice(0, pageLength);
    const last = rows.length > pageLength ? page.at(-1) : undefined;
    return { ok: true, orders: await projectRows(ctx, page), nextCursor: last ? toCursor(last) : null };
  });
}

export async function readFilter(
  { db }: Context,
  { instanceId, state, from, to }: z.output<typeof filterSchema>,
): Promise<Omit<OrderFilter, "accessScope">> {
  const zone = (instanceId && (await readDrawRecord(db, instanceId))?.draw.timeZone) || defaultZone;
  const days = { from: from ? getDaySpan(from, zone).from : null, to: to ? getDaySpan(to, zone).to : null };
  return { drawId: instanceId ?? null, state, ...days };
}
