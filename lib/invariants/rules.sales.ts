import type { Violation } from "./rules.invariants";

export const saleFigures = ["orders", "tickets", "amountCents", "voidTickets", "voidCents"] as const;

/** Sales of half an hour, with those that were voided since. Keys are empty for none. */
export type SaleSums = Record<"startsAt" | "method" | "deviceId" | "operator" | "teamId", string> &
  Record<(typeof saleFigures)[number], number>;

function getKey({ startsAt, method, deviceId, operator, teamId }: SaleSums): string {
  return JSON.stringify([startsAt, method, deviceId, operator, teamId]);
}

/** Adds sums of the same key to those of other slices. */
export function addSales(into: Map<string, SaleSums>, sums: readonly SaleSums[]): void {
  for (const sum of sums) {
    const total = into.get(getKey(sum));
    if (!total) into.set(getKey(sum), { ...sum });
    else for (const figure of saleFigures) total[figure] += sum[figure];
  }
}

/** Finds sums that the job counted and that differ from the sales. Names no operator. */
export function findSalesViolations(
  drawId: string,
  counted: readonly SaleSums[],
  sold: ReadonlyMap<string, SaleSums>,
): Violation[] {
  const countedByKey = new Map(counted.map((row) => [getKey(row), row]));
  const keys = [...new Set([...countedByKey.keys(), ...sold.keys()])];
  return keys.flatMap((key): Violation[] => {
    const [counter, sum] = [countedByKey.get(key), sold.get(key)];
    const figure = saleFigures.find((each) => (counter?.[each] ?? 0) !== (sum?.[each] ?? 0));
    const row = counter ?? sum;
    if (!figure || !row) return [];
    const subject = [row.startsAt, row.method, row.deviceId, row.teamId].filter(Boolean).join(" ");
    const detail = { figure, counter: counter?.[figure] ?? 0, sum: sum?.[figure] ?? 0 };
    return [{ check: "half-hour-sales", drawId, subject, detail }];
  });
}
