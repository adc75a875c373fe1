import "server-only";

import type { Context } from "@/lib/context";
import { findWinnerProblems } from "@/lib/draws/import/rules.consistency";
import { mergeWinners } from "@/lib/draws/prizes/rules.prize-fields";
import { readDrawRecord, readWinningTickets } from "@/lib/draws/store";
import type { Violation } from "./rules.invariants";

/**
 * Finds winners that were imported before imports checked them, or that have become wrong since. A violation names the
 * number and its prize, never the buyer.
 */
export async function checkWinners(
  ctx: Pick<Context, "db">,
  draws: readonly { drawId: string }[],
  now: Date,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { drawId } of draws) {
    const record = await readDrawRecord(ctx.db, drawId);
    if (!record) continue;
    const draw = { ...record.draw, winners: mergeWinners(record.draw).winners };
    const tickets = await readWinningTickets(ctx.db, draw);
    for (const { place, problem } of findWinnerProblems(draw, { closedAt: record.closedAt, tickets, now })) {
      const winner = draw.winners[place];
      if (!winner) continue;
      const { poolId, prizeType, number, drawnAt } = winner;
      const detail = { problem, prizeType, number, drawnAt };
      violations.push({
        check: "winner-unfounded",
        drawId,
        subject: `${poolId} ${number}, place ${place + 1}`,
        detail,
      });
    }
  }
  return violations;
}
