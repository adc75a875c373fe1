import { earlyBirdsOf, mainPoolId, scheduleOf } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { createLocalTime } from "@/lib/local-time";
import { earlierZoneOf } from "./rules";

/** Pools whose buyers were told other times: by an `earlier` release, and by this one before a choice (`present`). */
export type ToldOtherwise = { earlier: string[]; present: string[] };

/** The dates ahead of each pool that its buyers are told, as clocks of a zone show them. */
function toldOf(draw: Draw, timeZone: string, now: Date): Map<string, string> {
  const localTime = createLocalTime(timeZone);
  const told = (dates: readonly Date[]) =>
    dates
      .filter((date) => date > now)
      .map((date) => localTime(date).slice(0, 16))
      .join(" ");
  const seconds = draw.secondDraws.map(({ id, drawDate }): [string, string] => {
    return [id, told(drawDate ? [new Date(drawDate)] : [])];
  });
  return new Map([[mainPoolId, told([...earlyBirdsOf(draw), scheduleOf(draw).drawsAt])], ...seconds]);
}

/** The pools of which receipts tell other times than are true `after` a choice: another name of the zone is none. */
export function toldOtherwise(before: Draw, after: Draw, now: Date): ToldOtherwise {
  const truth = toldOf(after, after.timeZone, now);
  const differing = (timeZone: string) =>
    [...toldOf(before, timeZone, now)].flatMap(([poolId, dates]) => (dates === truth.get(poolId) ? [] : [poolId]));
  return { earlier: differing(earlierZoneOf(before.timeZone)), present: differing(before.timeZone) };
}
