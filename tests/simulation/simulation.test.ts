import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFullRun } from "@/tests/support/runner/which-tests";

import { mustHappen } from "./coverage";
import { describeFailure } from "./describe-failure";
import type { OpenSetup } from "./setup";
import { openSetup } from "./setup";
import type { SimulationResult } from "./simulate";
import { simulate } from "./simulate";

/** Fixed, so that every change is tested by the same runs. `npm run simulate` tries new ones. */
const seeds = isFullRun ? [2, 7, 3] : [2, 7];
const runs = 80;

describe("the simulation", () => {
  let setup: OpenSetup;
  const simulated: SimulationResult[] = [];

  beforeAll(async () => {
    setup = await openSetup();
  });
  afterAll(() => setup.close());

  it.each(seeds)(
    `breaks no invariant in ${runs} runs of seed %i, and everything finishes`,
    async (seed) => {
      const result = await simulate(setup, { runs, seed, shrinkMs: 30_000 });
      simulated.push(result);
      expect(describeFailure(result)).toBe("");
      expect(result.runs).toBe(runs);
    },
    600_000,
  );

  it("tries every fault and reaches every state", () => {
    const happened = (what: string) => simulated.some(({ counts }) => counts.has(what));
    expect(mustHappen.filter((what) => !happened(what))).toEqual([]);
  });

  it("reproduces a run exactly", async () => {
    const once = await simulate(setup, { runs: 3, seed: 4 });
    const again = await simulate(setup, { runs: 3, seed: 4 });
    expect([...again.counts]).toEqual([...once.counts]);
  });
});
