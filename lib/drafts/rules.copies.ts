import { getSchedule, testCopyMark } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";
import { withoutWinners } from "./rules";

export const testCopyDays = 7;

/** Test copies of one parent that may sell at once. */
export const maxTestCopies = 5;

const maxIdLength = 64;

export function createTestCopyId(drawId: string, suffix: string): string {
  const ending = `${testCopyMark}${suffix.toLowerCase()}`;
  return drawId.slice(0, maxIdLength - ending.length) + ending;
}

/**
 * The draw that people try out. It sells at once and ends by itself, is in no list and on no tablet, and counts no
 * visits. Its early birds have no cut-off, because sales may end before theirs.
 */
export function toTestCopy(draw: Draw, id: string, now: Date): Draw {
  const { opensAt, closesAt, drawsAt } = getSchedule(draw);
  const end = new Date(Math.min(closesAt.getTime(), now.getTime() + testCopyDays * dayMs));
  const start = opensAt < now ? opensAt : now;
  const dates = draw.dates.length > 0 ? [start, end, drawsAt].map((date) => date.toISOString()) : [];
  const { pixelId: _pixelId, ...copied } = draw;
  return {
    ...copied,
    id,
    urlSlug: id,
    version: 1,
    isTestDraw: true,
    displayOnDashboard: false,
    recurringDraw: false,
    startDate: start.toISOString(),
    endDate: end.toISOString(),
    dates,
    prizes: toUndrawnPrizes(draw.prizes),
    secondDraws: draw.secondDraws.map((second) => ({ ...second, prizes: toUndrawnPrizes(second.prizes) })),
    winners: [],
  };
}

function toUndrawnPrizes(prizes: Draw["prizes"]): Draw["prizes"] {
  const lists = Object.entries(withoutWinners(prizes)).map(([type, list]) => [
    type,
    list.map(({ cutOffDate: _cutOffDate, ...prize }) => prize),
  ]);
  return Object.fromEntries(lists);
}
