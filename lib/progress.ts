/**
 * How far a long check is: in which part, of which draw, and how much of it is done; `total` is null where nobody
 * counted.
 */
export type Progress = {
  part: "numbers" | "orders" | "audit-entries" | "payments";
  drawId: string | null;
  done: number;
  total: number | null;
};

/** Is told how far a check is, often; it may throw to end the check. */
export type Tell = (progress: Progress) => void;

/** Nobody listens. */
export const untold: Tell = () => undefined;
