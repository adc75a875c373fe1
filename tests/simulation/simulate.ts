import * as fc from "fast-check";

import { runScenario } from "./run-scenario";
import type { Scenario } from "./scenario";
import { scenarios } from "./scenario";
import type { SimulationSetup } from "./world";

/** `failure` is the smallest failing run. */
export type SimulationResult = {
  seed: number;
  runs: number;
  counts: Map<string, number>;
  failure: { found: string[]; trace: string[]; scenario: Scenario; path: string } | null;
};

/** `path` replays one run. `shrinkMs` limits the search for a smaller failure. */
export type RunOptions = { runs: number; seed: number; path?: string; shrinkMs?: number };

/** Stops at the first failure and shrinks it. */
export async function simulate(
  setup: SimulationSetup,
  { runs, seed, path, shrinkMs = 0 }: RunOptions,
): Promise<SimulationResult> {
  const counts = new Map<string, number>();
  let failedAt = Number.POSITIVE_INFINITY;
  const holds = fc.asyncProperty(scenarios, async (scenario) => {
    if (performance.now() > failedAt + shrinkMs) return;
    const run = await runScenario(setup, scenario);
    for (const [what, times] of run.counts) counts.set(what, (counts.get(what) ?? 0) + times);
    if (run.found.length === 0) return;
    failedAt = Math.min(failedAt, performance.now());
    throw new Error(run.found.join("\n"));
  });
  return quietly(async () => {
    const details = await fc.check(holds, { seed, numRuns: runs, path, endOnFailure: shrinkMs === 0 });
    const scenario = details.counterexample?.[0];
    const replayed = scenario ? await runScenario(setup, scenario) : null;
    const failure = scenario && replayed ? { ...replayed, scenario, path: details.counterexamplePath ?? "" } : null;
    return { seed: details.seed, runs: details.numRuns, counts, failure };
  });
}

/** Silences the use cases' logs. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const { error, warn, info } = console;
  for (const name of ["error", "warn", "info"] as const) console[name] = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { error, warn, info });
  }
}
