/** A test draw is only ever paid at a sandbox or a test account (design section 4): never in live mode. */
export function mayTakeMoney(draw: { isTestDraw: boolean }, mode: "demo" | "test" | "live"): boolean {
  return !draw.isTestDraw || mode !== "live";
}
