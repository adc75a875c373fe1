import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/http/reasons";
import { refuseFor } from "@/lib/http/reasons";
import { everyone, newcomersHolder } from "@/lib/limits/rules.shares";

import { findWait } from "./find-wait";
import { sumByPool } from "./rules.lines";
import type { Reservation } from "./store.reserve";
import { findFullShares } from "./store.share-waits";

/** What was in the way has gone meanwhile, or the order is larger than a share: then it is not time that helps. */
const anyTimeSeconds = 5;

/** A browser that came without a cookie has one from its refusal on, and then counts elsewhere: it may come back at once. */
const newcomerSeconds = 1;

/**
 * Says which share had no room for an order. Refusals, each with the time to call again: `all-held` when unknown clients
 * together hold what they may, `too-many-unpaid` when it is the caller's own network or browser.
 */
export async function checkShares(
  ctx: Pick<Context, "db" | "now" | "random">,
  { drawId, holders, lines }: Reservation,
): Promise<Refusal> {
  const names = holders.unknown.map(({ name }) => name);
  const full = await findFullShares(ctx.db, { drawId, holders: names, wanted: sumByPool(lines) });
  const own = full.filter((name) => name !== everyone);
  if (full.includes(everyone) && own.length === 0) {
    return refuseFor("all-held", (await findWait(ctx, drawId, [everyone])) ?? anyTimeSeconds);
  }
  const isNewcomer = names.some((name) => name.startsWith(newcomersHolder));
  if (isNewcomer && !full.includes(everyone)) return refuseFor("too-many-unpaid", newcomerSeconds);
  const wait = await findWait(ctx, drawId, own.length > 0 ? own : names);
  return refuseFor("too-many-unpaid", wait ?? anyTimeSeconds);
}
