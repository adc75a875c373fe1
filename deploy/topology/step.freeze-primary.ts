import { setTimeout as wait } from "node:timers/promises";

import { takesCommits } from "./database";
import { lockHolder } from "./etcd";
import type { Node } from "./patroni";
import { describePair, findPrimary, isPrimary, patronictl, signalNode, waitUntilHealthy } from "./patroni";
import { scope } from "./patroni-config";
import type { Place } from "./place";
import { seconds } from "./table";
import type { Step } from "./topology";
import { until } from "./until";

/** From the end of the lock to the promotion. Meanwhile the standby asks the frozen node if it is ahead. */
const raceMs = 2200;
/** Patroni's `ttl`, etcd's next round, and time for a busy machine. */
const promotedWithinMs = 120_000;
const healsWithinMs = 60_000;
/** Enough to rewind the old primary, or to copy it again. */
const repairedWithinMs = 300_000;

const often = { withinMs: promotedWithinMs, intervalMs: 50 };

/**
 * Stops the primary, and wakes it `offset` seconds after the standby's promotion. It still believes that it is the
 * primary, and must not acknowledge any commit.
 */
export function freezePrimary(offset: number): Step {
  return {
    name: "freeze-primary",
    title: `SIGSTOP everything of the primary; let it go on ${offset} s after the promotion of the standby`,
    run: async ({ place, nodes }) => {
      const primary = await findPrimary(place, nodes);
      const standby = nodes.find((node) => node !== primary) ?? primary;
      await signalNode(primary, "SIGSTOP");
      const promotion = watchPromotion(place, standby);
      let wentOnAt = 0;
      try {
        await waitForMoment(place, primary, promotion, offset * 1000);
      } finally {
        wentOnAt = Date.now();
        await signalNode(primary, "SIGCONT");
      }
      const healing = await waitUntilHealed(place, nodes).finally(promotion.stop);
      const promotedAt = promotion.at();
      const moment = promotedAt === null ? "without a promotion" : `at ${seconds(wentOnAt - promotedAt)}`;
      return `${primary.name} went on ${moment}; ${healing}`;
    },
  };
}

function watchPromotion(place: Place, node: Node) {
  let [isWatching, promotedAt]: [boolean, number | null] = [true, null];
  const watching = (async () => {
    while (isWatching && promotedAt === null) {
      if (await isPrimary(place, node)) promotedAt = Date.now();
      else await wait(often.intervalMs);
    }
  })();
  const stop = async () => {
    isWatching = false;
    await watching;
  };
  return { at: () => promotedAt, stop };
}

type Promotion = ReturnType<typeof watchPromotion>;

/** A negative offset is counted from the end of the lock. */
async function waitForMoment(place: Place, primary: Node, promotion: Promotion, offsetMs: number): Promise<void> {
  if (offsetMs >= 0) {
    const isPromoted = async () => promotion.at() !== null;
    await until(isPromoted, Boolean, { what: `the promotion of another node than ${primary.name}`, ...often });
    return void (await wait(Math.max(0, (promotion.at() ?? 0) + offsetMs - Date.now())));
  }
  const isLost = async () => (await lockHolder(place)) !== primary.name;
  await until(isLost, Boolean, { what: `the end of the lock of ${primary.name}`, ...often });
  await wait(raceMs + offsetMs);
}

/** Runs the runbook's command if the pair doesn't heal by itself. */
async function waitUntilHealed(place: Place, nodes: readonly Node[]): Promise<string> {
  const fromMs = Date.now();
  const took = () => seconds(Date.now() - fromMs);
  const isHealed = await waitUntilHealthy(place, healsWithinMs).then(
    () => true,
    () => false,
  );
  if (isHealed) return `healed by itself in ${took()}`;
  const state = await describePair(place);
  if (await takesCommits(place)) {
    await waitUntilHealthy(place, repairedWithinMs);
    return `healed by itself in ${took()}, and sold before (${state})`;
  }
  const primary = await findPrimary(place, nodes);
  const standby = nodes.find((node) => node !== primary) ?? primary;
  // Never `reinit`, because only the old standby has the latest sales.
  await patronictl(primary, "failover", scope, "--candidate", standby.name, "--force");
  await waitUntilHealthy(place, repairedWithinMs).catch((error: Error) => {
    throw new Error(
      `${error.message} The pair stood still (${state}), and failover to ${standby.name} didn't mend it.`,
    );
  });
  return `stood still (${state}), mended by patronictl failover to ${standby.name} in ${took()}`;
}
