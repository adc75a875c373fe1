import { mainPoolId } from "./rules";
import type { Winner } from "./rules.winners";

/** The closed list of what is written down about a draw itself; its orders have a list of their own. */
export const drawActions = [
  "draw-imported",
  "draw-redefined",
  "credentials-changed",
  "draw-closed",
  "draw-opened",
  "database-restored",
  "numbers-lost",
  "payment-lost",
  "zone-reading-chosen",
] as const;

/** The winners of a draw as an entry tells them: prize and number, never whose it is. */
export function winnersText(winners: readonly Pick<Winner, "poolId" | "prizeType" | "number">[]): string {
  const words = winners.map(({ poolId, prizeType, number }) => {
    const prize = `${prizeType} ${number}`;
    return poolId === mainPoolId ? prize : `${poolId} ${prize}`;
  });
  return words.length > 0 ? words.join("; ") : "none";
}

/** One of `drawActions`. */
export type DrawAction = (typeof drawActions)[number];
