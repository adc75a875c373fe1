import type { Failures } from "./load";

/** How long a figure measures: rounds of so many seconds for each side, after a warm-up. */
export type Tempo = { rounds: number; seconds: number; warmUpSeconds: number };

/** What a figure has to reach: at least, or at most. */
export type Bar = { least: number } | { most: number };

/** One round of one side; whatever failed makes the figure fail. */
export type Reading = { value: number; failures: Failures };

/** All rounds of a figure; `floor` is empty where the figure stands for itself. */
export type Readings = { ours: Reading[]; floor: Reading[]; note?: string };

/** One thing that is measured on a stage. `unit` is that of both sides; the bar is for their ratio if there are two. */
export type Figure<Stage> = {
  name: string;
  unit: string;
  bar: Bar;
  measure: (stage: Stage, tempo: Tempo) => Promise<Readings>;
};

/** What a run says of a figure: medians, and the ratio that the bar is for. */
export type Result = {
  name: string;
  unit: string;
  bar: Bar;
  ours: number;
  floor: number | null;
  /** Of `ours` over `floor`, the median of the rounds' own ratios; where there is no floor `ours` itself. */
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

function sumOf(readings: readonly Reading[]): Failures {
  const sum: Failures = {};
  for (const { failures } of readings) {
    for (const [told, count] of Object.entries(failures)) sum[told] = (sum[told] ?? 0) + count;
  }
  return sum;
}

/**
 * Judges the rounds of a figure. A round is compared with its own turn of the floor: what burdens both leaves their
 * ratio as it is.
 */
export function judge<Stage>({ name, unit, bar }: Figure<Stage>, { ours, floor, note }: Readings): Result {
  const values = (readings: readonly Reading[]) => readings.map(({ value }) => value);
  const ratios = ours.map(({ value }, at) => value / (floor[at]?.value ?? 1));
  const figure = median(ratios);
  const failures = sumOf([...ours, ...floor]);
  const isThere = "least" in bar ? figure >= bar.least : figure <= bar.most;
  return {
    ...{ name, unit, bar, failures, figure },
    ours: median(values(ours)),
    floor: floor.length > 0 ? median(values(floor)) : null,
    reaches: isThere && Object.keys(failures).length === 0,
    note: note ?? null,
    rounds: { ours: values(ours), floor: values(floor) },
  };
}

type Side = (seconds: number) => Promise<Reading>;

/** Measures both sides in turns, the first of a round alternating, after a warm-up of each. */
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
