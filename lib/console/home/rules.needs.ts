import type { AttentionKind } from "@/lib/console/orders/rules";
import { listDraftChecks } from "@/lib/drafts/rules.checks";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import type { DrawSnapshot } from "@/lib/draws/rules";
import { countTicketsInDraw, getSchedule, getTimeState } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { hourMs, minuteMs } from "@/lib/durations";
import type { LocalText } from "@/lib/local-text";
import type { HomeNeed } from "./rules";

export type AttentionCount = {
  kind: AttentionKind;
  drawId: string;
  titles: LocalText;
  timeZone: string;
  orders: number;
};

export type SeenTablet = { deviceId: string; name: string; seenAt: Date };

/** Dates that come within this time are named. */
const dateAheadMs = 48 * hourMs;

/** A tablet calls every few seconds, and its last call is stored once a minute. One silent for long was put away. */
export const tabletSilence = { fromMs: 5 * minuteMs, untilMs: 3 * hourMs } as const;

const named = ({ id, title, timeZone }: Draw) => ({ instanceId: id, titles: title as LocalText, timeZone });

export type DatedSnapshot = Pick<DrawSnapshot, "draw" | "closedAt" | "cancelledAt">;

export function isOnSale({ draw, closedAt }: DatedSnapshot, now: Date): boolean {
  return draw.state.approval_state === "Approved" && getTimeState(getSchedule(draw), closedAt, now) === "Started";
}

/** The dates of a draw in the next two days. One that opens while it isn't approved won't sell. */
export function listDateNeeds({ draw, closedAt, cancelledAt }: DatedSnapshot, now: Date): HomeNeed[] {
  const { opensAt, closesAt, drawsAt } = getSchedule(draw);
  const isApproved = draw.state.approval_state === "Approved";
  const isClosed = closedAt !== null && closedAt <= now;
  const isAhead = (at: Date) => at > now && at.getTime() - now.getTime() <= dateAheadMs;
  const dates = [
    { kind: isApproved ? "opens" : "opens-unapproved", at: opensAt, isShown: !isClosed },
    { kind: "closes", at: closesAt, isShown: isApproved && !isClosed },
    { kind: "draws", at: drawsAt, isShown: isApproved && !cancelledAt && !findMainWinner(draw) },
  ] as const;
  return dates
    .filter(({ at, isShown }) => isShown && isAhead(at))
    .map(({ kind, at }) => ({ kind, ...named(draw), at: at.toISOString() }));
}

type SoldSnapshot = Pick<DrawSnapshot, "draw" | "cancelledAt" | "mainPool"> & { archivedAt: Date | null };

/** A draw that sold tickets and has no winner though its time has passed. */
export function findUndrawnNeed({ draw, cancelledAt, archivedAt, mainPool }: SoldSnapshot, now: Date): HomeNeed[] {
  const { drawsAt } = getSchedule(draw);
  const isDue = draw.state.approval_state === "Approved" && !draw.isTestDraw && drawsAt <= now;
  const isPending = !cancelledAt && archivedAt === null && countTicketsInDraw(mainPool) > 0;
  if (!isDue || !isPending || findMainWinner(draw)) return [];
  return [{ kind: "undrawn", ...named(draw), at: drawsAt.toISOString() }];
}

/** As the check list of a set-up finds it, for draws that sell or will. */
export function findFrenchNeed(
  { draw, closedAt }: DatedSnapshot,
  now: Date,
  mode: "demo" | "test" | "live",
): HomeNeed[] {
  if (getTimeState(getSchedule(draw), closedAt, now) === "Ended") return [];
  const facts = { now, mode, hasIpSource: true, hasCredentials: true, opensSales: false, problems: [] };
  const isMissing = listDraftChecks(draw, facts).some(({ id }) => id === "french-missing");
  return isMissing ? [{ kind: "french-missing", ...named(draw) }] : [];
}

export function toAttentionNeeds(counts: readonly AttentionCount[]): HomeNeed[] {
  return counts.map(({ kind, drawId, titles, timeZone, orders }) => {
    return { kind, instanceId: drawId, titles, timeZone, count: orders };
  });
}

export function toTabletNeeds(tablets: readonly SeenTablet[]): HomeNeed[] {
  return tablets.map(({ seenAt, ...tablet }) => ({ kind: "tablet-silent", ...tablet, seenAt: seenAt.toISOString() }));
}

/** Money first, then what stops sales or a drawing, then texts, then dates. */
const order: Record<HomeNeed["kind"], number> = {
  "payment-unclear": 0,
  "refund-refused": 1,
  "email-undelivered": 2,
  "tablet-silent": 3,
  "bank-hosts": 4,
  undrawn: 5,
  "opens-unapproved": 6,
  "french-missing": 7,
  closes: 8,
  draws: 8,
  opens: 8,
};

export function sortNeeds(needs: readonly HomeNeed[]): HomeNeed[] {
  const getTime = (need: HomeNeed) => ("at" in need ? Date.parse(need.at) : 0);
  return needs.toSorted((left, right) => order[left.kind] - order[right.kind] || getTime(left) - getTime(right));
}
