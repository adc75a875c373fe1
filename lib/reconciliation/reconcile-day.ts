import "server-only";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { getDaySpan, isDay } from "@/lib/local-time";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import { checkPayments } from "./check-payments";
import { listExclusiveDraws } from "./list-merchants";
import type { DayCash, DayClosed, DayMoney, MoneySum } from "./rules.day";
import { gatewayZone } from "./rules.day";
import type { GatewayMoney, OwnMoney } from "./rules.gateway-money";
import { addOwnMoney } from "./rules.gateway-money";
import { listOpenMoney } from "./store.captures";
import type { DayBounds } from "./store.days";
import { listCash, listTimeZones, readDayBounds, storeDayBounds } from "./store.days";

const zeroSum: MoneySum = { captures: 0, capturedCents: 0, refunds: 0, refundedCents: 0 };

/**
 * Reconciles a day with the gateway's report. Card payments belong to an Eastern day by the gateway's clock, because
 * the gateway closes and voids by it (docs/decisions/013-refunds.md); cash belongs to a day in the draw's zone. A
 * closed day keeps its bounds (decision 062). For admins with `reports`.
 */
export async function reconcileDay(ctx: Context, day: string): Promise<DayClosed | Refusal> {
  const found = authorizeAdmin(ctx.actor, "reports");
  if (!found.ok) return found;
  const { accessScope } = found;
  if (!isDay(day)) return refuse("invalid-input", [{ field: "day", problem: "malformed" }]);
  const span = getDaySpan(day, gatewayZone);
  const now = ctx.now();
  if (span.from > now) return refuse("invalid-input", [{ field: "day", problem: "out-of-order" }]);
  const bounds = await resolveDayBounds(ctx, day, { now, accessScope });
  const { from, to } = bounds.get(gatewayZone) ?? span;
  const isOver = to <= now;
  const at = isOver ? new Date(to.getTime() - 1) : now;
  const draws = await listExclusiveDraws(ctx, accessScope);
  const { violations, money, own, lacking, untimed } = await checkPayments(ctx, draws, { at, from });
  const open = await listOpenMoney(ctx.db, { from, at }, accessScope === "everything" ? null : draws);
  const cash = await sumDrawers(ctx, bounds, { now, accessScope });
  const times = { from: from.toISOString(), to: to.toISOString(), checkedAt: now.toISOString() };
  const rows = [...untimed].map(([instanceId, count]) => ({ instanceId, rows: count }));
  const sums = { draws: sumByDraw(money, own), lacking: sumLacking(lacking), untimed: rows, cash };
  return { ok: true, day, ...times, isOver, ...sums, differences: violations, open };
}

function toSum(money: GatewayMoney, drawId: string | null): MoneySum {
  const { markedCents: _marked, ...sum } = money.get(drawId) ?? { ...zeroSum, markedCents: 0 };
  return sum;
}

function sumByDraw(money: GatewayMoney, own: GatewayMoney): DayMoney[] {
  const ids = [...new Set([...money.keys(), ...own.keys()])];
  const draws = ids.map((instanceId) => ({ instanceId, ...toSum(money, instanceId), own: toSum(own, instanceId) }));
  return draws.sort((left, right) => ((left.instanceId ?? "") < (right.instanceId ?? "") ? -1 : 1));
}

function sumLacking(lacking: readonly OwnMoney[]): MoneySum {
  const sums: GatewayMoney = new Map();
  for (const money of lacking) addOwnMoney(sums, { ...money, drawId: "" });
  return toSum(sums, "");
}

/** The bounds of a closed day are stored, so that they stay the same if a draw's time zone changes. */
async function resolveDayBounds(
  { db }: Context,
  day: string,
  { now, accessScope }: { now: Date; accessScope: AccessScope },
): Promise<DayBounds> {
  const computed: DayBounds = new Map();
  for (const zone of [gatewayZone, ...(await listTimeZones(db, accessScope))]) {
    computed.set(zone, getDaySpan(day, zone));
  }
  const bounds = await readDayBounds(db, day, computed);
  const endedDays = new Map([...bounds].filter(([, { to }]) => to <= now));
  if (endedDays.size === 0) return bounds;
  await storeDayBounds(db, day, endedDays);
  return readDayBounds(db, day, computed);
}

async function sumDrawers(
  { db }: Context,
  days: DayBounds,
  { now, accessScope }: { now: Date; accessScope: AccessScope },
): Promise<DayCash[]> {
  const cash = await listCash(db, days, accessScope);
  return cash.map((sum) => ({ ...sum, isOver: (days.get(sum.timeZone)?.to ?? now) <= now }));
}
