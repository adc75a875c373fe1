export type AccountRow = {
  kind: string;
  approved: boolean;
  currency: string;
  money?: "real" | "play" | undefined;
  at: Date | null;
};

/** Reasons for which an account may charge no card in this mode (decision 024). */
export type UnfitReason = "play-money" | "real-money" | "currency-mismatch";

type Mode = "demo" | "test" | "live";

/** Only the newest capture counts, because banks turn test accounts into real ones. */
export function assessAccount(rows: readonly AccountRow[], mode: Mode): UnfitReason | "usable" | "unknown" {
  const captures = rows.filter(({ kind, approved }) => kind === "capture" && approved);
  const newest = findNewest(captures);
  if (newest && newest.currency !== "CAD") return "currency-mismatch";
  const newestWithMoney = findNewest(captures.filter(({ money }) => money !== undefined));
  return newestWithMoney ? (findMoneyMismatch(newestWithMoney.money, mode) ?? "usable") : "unknown";
}

function findNewest(rows: readonly AccountRow[]): AccountRow | undefined {
  const isLater = (row: AccountRow, other: AccountRow) => (row.at?.getTime() ?? 0) >= (other.at?.getTime() ?? 0);
  return rows.reduce<AccountRow | undefined>(
    (latest, row) => (latest && !isLater(row, latest) ? latest : row),
    undefined,
  );
}

export function findMoneyMismatch(money: "real" | "play" | undefined, mode: Mode): "play-money" | "real-money" | null {
  if (money === "play" && mode === "live") return "play-money";
  return money === "real" && mode !== "live" ? "real-money" : null;
}

/** Test draws are paid only at a sandbox or a test account (docs/design.md, Test draws). */
export function canTakeMoney(draw: { isTestDraw: boolean }, mode: Mode): boolean {
  return !draw.isTestDraw || mode !== "live";
}
