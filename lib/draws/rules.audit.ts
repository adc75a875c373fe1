/** The closed list of what is written down about a draw itself; its orders have a list of their own. */
export const drawActions = [
  "draw-imported",
  "draw-redefined",
  "credentials-changed",
  "draw-closed",
  "draw-opened",
  "numbers-lost",
  "payment-lost",
] as const;

/** One of `drawActions`. */
export type DrawAction = (typeof drawActions)[number];
