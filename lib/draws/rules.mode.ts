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
