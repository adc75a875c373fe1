import "server-only";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import { checkPayments } from "./check-payments";
import type { DayCash, DayClosed, DayMoney, DaySpan } from "./rules.day";
import { spanOfDay } from "./rules.day";
import type { GatewayMoney } from "./rules.gateway-money";
import { listOpenMoney } from "./store.captures";
import { listCash, listCheckedDraws, listTimeZones } from "./store.cash";

function byDraw(money: GatewayMoney): DayMoney[] {
  const draws = [...money].map(([instanceId, { markedCents: _marked, ...sum }]) => ({ instanceId, ...sum }));
  return draws.sort((left, right) => ((left.instanceId ?? "") < (right.instanceId ?? "") ? -1 : 1));
}

async function sumDrawers({ db }: Context, day: string, now: Date): Promise<DayCash[]> {
  const days = new Map<string, DaySpan>();
  for (const zone of await listTimeZones(db)) {
    const span = spanOfDay(day, zone);
    if (span) days.set(zone, span);
  }
  const cash = await listCash(db, days);
  return cash.map((sum) => ({ ...sum, isOver: (days.get(sum.timeZone)?.to ?? now) <= now }));
}

/**
 * Compares the gateway's report of one Eastern day, in which it voids and closes (docs/decisions/013-refunds.md), with
 * our attempts and refunds in both directions. A row belongs to the day of the gateway's own clock; one that ours has
 * on the other side of midnight is asked for by its number and no difference. Cash is summed by our clock alone, on the
 * draw's own day, as its tablets sum their drawers. Admins only. Refusals: `admin-key-wrong`, `admin-right-missing`,
 * and `invalid-input` for what is no day or has not begun.
 */
export async function reconcileDay(ctx: Context, day: string): Promise<DayClosed | Refusal> {
  const refused = refuseAdmin(ctx.actor, "reports");
  if (refused) return refused;
  const span = spanOfDay(day);
  const now = ctx.now();
  if (!span || span.from > now) {
    return refuse("invalid-input", [{ field: "day", problem: span ? "out-of-order" : "malformed" }]);
  }
  const { from, to } = span;
  const isOver = to <= now;
  const at = isOver ? new Date(to.getTime() - 1) : now;
  const draws = await listCheckedDraws(ctx.db);
  const { violations, money } = await checkPayments(ctx, draws, { at, from });
  const open = await listOpenMoney(ctx.db, { from, at });
  const cash = await sumDrawers(ctx, day, now);
  const times = { from: from.toISOString(), to: to.toISOString(), checkedAt: now.toISOString() };
  return { ok: true, day, ...times, isOver, draws: byDraw(money), cash, differences: violations, open };
}
