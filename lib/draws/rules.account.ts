/** What a row of the gateway's report tells of the account that it is in. */
export type AccountRow = {
  kind: string;
  approved: boolean;
  currency: string;
  money?: "real" | "play" | undefined;
  at: Date | null;
};

/** Why no card is charged by an account: what it takes is no money for orders in this mode (decision 024). */
export type UnfitAccount = "play-money" | "real-money" | "currency-mismatch";

function isLater(left: AccountRow, right: AccountRow): boolean {
  return (left.at?.getTime() ?? 0) >= (right.at?.getTime() ?? 0);
}

function findNewest(rows: readonly AccountRow[]): AccountRow | undefined {
  return rows.reduce<AccountRow | undefined>(
    (latest, row) => (latest && !isLater(row, latest) ? latest : row),
    undefined,
  );
}

/**
 * What the newest capture in a report says of its account: banks turn test accounts into real ones, so older rows do
 * not count. A row without a code says nothing of the money. `unseen`: there is none that does.
 */
export function judgeAccount(
  rows: readonly AccountRow[],
  mode: Parameters<typeof unfitMoney>[1],
): UnfitAccount | "fits" | "unseen" {
  const captures = rows.filter(({ kind, approved }) => kind === "capture" && approved);
  const newest = findNewest(captures);
  if (newest && newest.currency !== "CAD") return "currency-mismatch";
  const told = findNewest(captures.filter(({ money }) => money !== undefined));
  return told ? (unfitMoney(told.money, mode) ?? "fits") : "unseen";
}

type Mode = "demo" | "test" | "live";

/** Why money does not fit the mode that it was paid in; null when it does, or when nobody knows what it is. */
export function unfitMoney(money: "real" | "play" | undefined, mode: Mode): "play-money" | "real-money" | null {
  if (money === "play" && mode === "live") return "play-money";
  return money === "real" && mode !== "live" ? "real-money" : null;
}

/** A test draw is only ever paid at a sandbox or a test account (docs/design.md, Test draws): never in live mode. */
export function mayTakeMoney(draw: { isTestDraw: boolean }, mode: Mode): boolean {
  return !draw.isTestDraw || mode !== "live";
}
