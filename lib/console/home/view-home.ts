import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { findFedDraws } from "@/lib/draws/find-fed-draws";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { toAdminDraw } from "@/lib/draws/read-admin-draw";
import { countTicketsInDraw, countTicketsLeft, getSchedule, isTestCopy, mainPoolId } from "@/lib/draws/rules";
import { findPrizeAmount } from "@/lib/draws/rules.projection";
import type { DrawRecord } from "@/lib/draws/store";
import { listDrawRecords } from "@/lib/draws/store";
import { dayMs } from "@/lib/durations";
import type { LocalText } from "@/lib/local-text";
import type { DaySpan } from "@/lib/local-time";
import { createLocalTime, getDaySpan } from "@/lib/local-time";
import { toDollars } from "@/lib/money";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { readSales } from "@/lib/reports/hours/read-sales";
import type { AccessScope, NeededRight } from "@/lib/rights";
import { computeAccessScope, includesDraw, includesParent } from "@/lib/rights";
import type { Home, HomeDraw, HomeNeed, HomePool } from "./rules";
import { maxHomeDraws } from "./rules";
import {
  findFrenchNeed,
  findUndrawnNeed,
  isOnSale,
  listDateNeeds,
  sortNeeds,
  tabletSilence,
  toAttentionNeeds,
  toTabletNeeds,
} from "./rules.needs";
import { toDaySales } from "./rules.sales";
import { countAttention, listSeenTablets, readTabletNames } from "./store";

/** Draws that closed longer ago aren't read: their drawing has no date in the next two days. */
const maxClosedMs = 60 * dayMs;

/** A draw stays on the home for the days after its sales. */
const shownAfterMs = 3 * dayMs;

/** `hasEndingHosts`: the server uses hosts of the bank that end soon. */
type HomeFacts = { hasEndingHosts: boolean };

/** For who may read reports or list orders: the draws of these rights' scopes that sell or just have. */
export function viewHome(ctx: Context, facts: HomeFacts): Promise<{ ok: true; home: Home } | Refusal<AdminRefusal>> {
  return withRetry(ctx, async () => {
    const access = authorizeAdmin(ctx.actor, ["reports", "browse"]);
    if (!access.ok) return access;
    const now = ctx.now();
    const closesAfter = new Date(now.getTime() - maxClosedMs);
    const stored = await listDrawRecords(ctx.db, { accessScope: access.accessScope, closesAfter });
    const records = stored.filter(({ draw }) => !isTestCopy(draw));
    const shown = listShown(records, now);
    const draws = await readDraws(ctx, shown.slice(0, maxHomeDraws), now);
    const needs = await listNeeds(ctx, records, facts, now);
    const otherDraws = Math.max(0, shown.length - maxHomeDraws);
    return { ok: true, home: { at: now.toISOString(), draws, otherDraws, needs: sortNeeds(needs) } };
  });
}

function getEnd({ draw, closedAt }: DrawRecord): Date {
  const { closesAt } = getSchedule(draw);
  return closedAt && closedAt < closesAt ? closedAt : closesAt;
}

/** On sale first, whichever closes next; then those that closed, the latest first. Test draws are last. */
function listShown(records: readonly DrawRecord[], now: Date): DrawRecord[] {
  const selling = records.filter((record) => isOnSale(record, now));
  const closed = records.filter((record) => {
    const sinceMs = now.getTime() - getEnd(record).getTime();
    const isShown = record.draw.state.approval_state === "Approved" && record.archivedAt === null;
    return isShown && sinceMs >= 0 && sinceMs < shownAfterMs;
  });
  const getEndMs = (record: DrawRecord) => getEnd(record).getTime();
  const listed = [
    ...selling.sort((left, right) => getEndMs(left) - getEndMs(right)),
    ...closed.sort((left, right) => getEndMs(right) - getEndMs(left)),
  ];
  return listed.sort((left, right) => Number(left.draw.isTestDraw) - Number(right.draw.isTestDraw));
}

type DrawDay = { record: DrawRecord; span: DaySpan; isToday: boolean };

/** Today, or the day on which sales closed. Spans are shared by zone and day, because finding them takes a while. */
function listDays(records: readonly DrawRecord[], now: Date): DrawDay[] {
  const spans = new Map<string, DaySpan>();
  return records.map((record) => {
    const { timeZone } = record.draw;
    const getDay = createLocalTime(timeZone);
    const end = getEnd(record);
    const [today, day] = [now, end < now ? end : now].map((at) => getDay(at).slice(0, 10)) as [string, string];
    const span = spans.get(`${timeZone} ${day}`) ?? getDaySpan(day, timeZone);
    spans.set(`${timeZone} ${day}`, span);
    return { record, span, isToday: day === today };
  });
}

async function readDraws(ctx: Context, records: readonly DrawRecord[], now: Date): Promise<HomeDraw[]> {
  if (records.length === 0) return [];
  const days = listDays(records, now);
  const drawIds = records.map(({ draw }) => draw.id);
  const fed = await findFedDraws(ctx, drawIds);
  const sales = await readSales(
    ctx.db,
    days.map(({ record, span }) => ({ drawId: record.draw.id, ...span })),
  );
  const deviceIds = [...sales.values()].flatMap(({ halfHours }) => halfHours.map(({ deviceId }) => deviceId));
  const deviceNames = await readTabletNames(ctx.db, [...new Set(deviceIds)].filter(Boolean));
  return days.map(({ record, span, isToday }) => {
    const { draw } = record;
    const ofDraw = sales.get(draw.id) ?? { halfHours: [], completeUntil: null };
    return {
      ...toAdminDraw(record, fed, now),
      timeZone: draw.timeZone,
      winningTicket: findMainWinner(draw)?.number ?? null,
      pools: listHomePools(record),
      day: toDaySales(ofDraw, { draw, span, isToday, deviceNames, now }),
    };
  });
}

function listHomePools({ draw, pools }: DrawRecord): HomePool[] {
  const offers = [
    { ...draw, id: mainPoolId, title: null },
    ...draw.secondDraws.filter(({ settings }) => settings.enabled),
  ];
  return offers.flatMap(({ id, type, title, prizes }) => {
    const counters = pools.get(id);
    if (!counters) return [];
    const words = prizes["Grand Prize"]?.[0]?.description as LocalText | undefined;
    return {
      poolId: id,
      title: title as LocalText | null,
      prize: findPrizeAmount({ type }, counters) ?? words ?? null,
      sold: countTicketsInDraw(counters),
      left: countTicketsLeft(counters),
      sales: toDollars(counters.salesCents),
    };
  });
}

/** The scope in which the caller can do something about it. Null if they can't anywhere. */
function getScope({ actor }: Context, needed: NeededRight): AccessScope | null {
  return actor.kind === "admin" ? computeAccessScope(actor.grants, needed) : null;
}

async function listNeeds(
  ctx: Context,
  records: readonly DrawRecord[],
  { hasEndingHosts }: HomeFacts,
  now: Date,
): Promise<HomeNeed[]> {
  const [orders, drawChanges, tablets] = (["browse", "draws", "devices"] as const).map((right) => getScope(ctx, right));
  const changeable = records.filter(
    ({ draw }) => drawChanges && includesDraw(drawChanges, { drawId: draw.id, parentId: draw.parentId }),
  );
  const parentIds = records
    .filter((record) => isOnSale(record, now) && tablets && includesParent(tablets, record.draw.parentId))
    .map(({ draw }) => draw.parentId);
  const isResponsible = getScope(ctx, "payments") === "everything";
  return [
    ...(orders ? toAttentionNeeds(await countAttention(ctx.db, orders)) : []),
    ...toTabletNeeds(parentIds.length > 0 ? await listSilentTablets(ctx, parentIds, now) : []),
    ...(hasEndingHosts && isResponsible ? [{ kind: "bank-hosts" as const }] : []),
    ...records.flatMap((record) => findUndrawnNeed(record, now)),
    ...records.flatMap((record) => listDateNeeds(record, now)),
    ...changeable.flatMap((record) => findFrenchNeed(record, now, ctx.mode)),
  ];
}

function listSilentTablets({ db }: Context, parentIds: readonly string[], now: Date) {
  const span = {
    from: new Date(now.getTime() - tabletSilence.untilMs),
    to: new Date(now.getTime() - tabletSilence.fromMs),
  };
  return listSeenTablets(db, [...new Set(parentIds)], span);
}
