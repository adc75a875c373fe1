import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { findWait } from "@/lib/shares/find-wait";
import type { Fit } from "@/lib/shares/rules";
import { everyone, fitIn, newcomersHolder } from "@/lib/shares/rules";
import { readShares } from "@/lib/shares/store.waits";
import { sumByPool } from "./rules.lines";
import type { Reservation } from "./store.reserve";

/** What was in the way has gone meanwhile. */
const anyTimeSeconds = 5;

/**
 * A browser that came without a cookie has one from its refusal on, and then counts elsewhere: it may come back at
 * once.
 */
const newcomerSeconds = 1;

/** How an order fits in each share that has no room for it now. */
async function findCrowded(ctx: Pick<Context, "db">, reservation: Reservation): Promise<Map<string, Fit>> {
  const { drawId, holders, lines, sizes } = reservation;
  const wanted = sumByPool(lines);
  const names = holders.unknown.map(({ name }) => name);
  const states = await readShares(ctx.db, { drawId, holders: names, poolIds: [...wanted.keys()] });
  const crowded = new Map<string, Fit>();
  for (const state of states) {
    const holder = holders.unknown.find(({ name }) => name === state.holder);
    const size = sizes.find(({ poolId }) => poolId === state.poolId) ?? null;
    const fit = holder ? fitIn(holder, state, wanted.get(state.poolId) ?? null, size) : "fits";
    if (fit !== "fits" && crowded.get(state.holder) !== "never") crowded.set(state.holder, fit);
  }
  return crowded;
}

/**
 * Says which share had no room for an order. Refusals: `not-enough-left` when it is larger than a share, whatever is
 * held; with the time to call again `all-held` when unknown clients together hold what they may, `too-many-unpaid` when
 * it is the caller's own network or browser.
 */
export async function checkShares(
  ctx: Pick<Context, "db" | "now" | "random">,
  reservation: Reservation,
): Promise<Refusal> {
  const { drawId } = reservation;
  const names = reservation.holders.unknown.map(({ name }) => name);
  const crowded = await findCrowded(ctx, reservation);
  const own = [...crowded.keys()].filter((name) => name !== everyone);
  if (crowded.has(everyone) && own.length === 0 && crowded.get(everyone) === "later") {
    return refuseFor("all-held", (await findWait(ctx, drawId, { holders: [everyone] })) ?? anyTimeSeconds);
  }
  const isNewcomer = names.some((name) => name.startsWith(newcomersHolder));
  if (isNewcomer && !crowded.has(everyone)) return refuseFor("too-many-unpaid", newcomerSeconds);
  if ([...crowded.values()].includes("never")) return refuse("not-enough-left");
  const wait = await findWait(ctx, drawId, { holders: own.length > 0 ? own : names });
  return refuseFor("too-many-unpaid", wait ?? anyTimeSeconds);
}
