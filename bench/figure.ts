import type { Failures } from "./load";

export type Tempo = { rounds: number; seconds: number; warmUpSeconds: number };

export type Bar = { least: number } | { most: number };

export type Reading = { value: number; failures: Failures };

/** `floor` is empty if there is no comparison. */
export type Readings = { ours: Reading[]; floor: Reading[]; note?: string };

/** `unit` applies to both sides. The bar limits their ratio or, without a floor, the value. */
export type Figure<Stage> = {
  name: string;
  unit: string;
  bar: Bar;
  measure: (stage: Stage, tempo: Tempo) => Promise<Readings>;
};

export type Result = {
  name: string;
  unit: string;
  bar: Bar;
  ours: number;
  floor: number | null;
  /** The median of the ratios `ours` / `floor`; without a floor, the median of `ours`. */
  figure: number;
  failures: Failures;
  reaches: boolean;
  note: string | null;
  rounds: { ours: number[]; floor: number[] };
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

function sumFailures(readings: readonly Reading[]): Failures {
  const sum: Failures = {};
  for (const { failures } of readings) {
    for (const [reason, count] of Object.entries(failures)) sum[reason] = (sum[reason] ?? 0) + count;
  }
  return sum;
}

/** Compares each round with its own turn of the floor, because load on the machine slows both. */
export function judge<Stage>({ name, unit, bar }: Figure<Stage>, { ours, floor, note }: Readings): Result {
  const values = (readings: readonly Reading[]) => readings.map(({ value }) => value);
  const ratios = ours.map(({ value }, at) => value / (floor[at]?.value ?? 1));
  const figure = median(ratios);
  const failures = sumFailures([...ours, ...floor]);
  const isThere = "least" in bar ? figure >= bar.least : figure <= bar.most;
  return {
    name,
    unit,
    bar,
    failures,
    figure,
    ours: median(values(ours)),
    floor: floor.length > 0 ? median(values(floor)) : null,
    reaches: isThere && Object.keys(failures).length === 0,
    note: note ?? null,
    rounds: { ours: values(ours), floor: values(floor) },
  };
}

type Side = (seconds: number) => Promise<Reading>;

/** Alternates which side goes first, after a warm-up of each. */
export async function takeTurns(tempo: Tempo, ours: Side, floor: Side): Promise<Readings> {
  const sides = { ours, floor };
  const readings: Record<keyof typeof sides, Reading[]> = { ours: [], floor: [] };
  for (const side of [ours, floor]) await side(tempo.warmUpSeconds);
  for (let round = 0; round < tempo.rounds; round += 1) {
    for (const name of round % 2 === 0 ? (["floor", "ours"] as const) : (["ours", "floor"] as const)) {
      readings[name].push(await sides[name](tempo.seconds));
    }
  }
  return readings;
}
