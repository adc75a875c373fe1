import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf } from "@/lib/draws/rules.winners";
import { toCents, toDollars } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";

type RaisingDraw = Pick<PublicDraw, "type"> & {
  secondDraws: readonly Pick<PublicDraw["secondDraws"][number], "id" | "type">[];
};

/**
 * What an order raised, in dollars: of 50/50 draws the half that no winner gets. Null where a part of it paid for
 * another kind of draw, whose prizes cost what nobody here knows.
 */
export function raisedBy({ lines, amount }: Pick<OrderView, "lines" | "amount">, draw: RaisingDraw): number | null {
  const typeOf = new Map(draw.secondDraws.map(({ id, type }) => [id, type] as const));
  const isHalved = lines.every(({ poolId }) => (typeOf.get(poolId) ?? draw.type) === "5050 Cash");
  return isHalved ? toDollars(Math.floor(toCents(amount) / 2)) : null;
}

/**
 * What a 50/50 that was won raised, in dollars, by other sales of its pot too: the half that no winner gets. Null
 * before its number is drawn, for a draw without a share of a pot, and where nothing was raised.
 */
export function raisedByDraw(draw: Pick<PublicDraw, "winners">, live: Pick<LiveState, "prize" | "pot">): number | null {
  if (live.prize === null || !mainWinnerOf(draw)) return null;
  const raised = toCents(live.pot) - toCents(live.prize);
  return raised > 0 ? toDollars(raised) : null;
}
