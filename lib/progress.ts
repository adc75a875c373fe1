/** `total` is null while it is unknown. */
export type Progress = {
  part: "numbers" | "orders" | "audit-entries" | "payments";
  drawId: string | null;
  done: number;
  total: number | null;
};

/** May throw to stop the check. */
export type ReportProgress = (progress: Progress) => void;

export const ignoreProgress: ReportProgress = () => undefined;
