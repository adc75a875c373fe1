import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runsAll } from "@/tests/support/runner/which-tests";

import { mustHappen } from "./coverage";
import { describeFailure } from "./describe-failure";
import type { OpenGround } from "./ground";
import { openGround } from "./ground";
import type { SimulationResult } from "./simulate";
import { simulate } from "./simulate";

/** Fixed, so that every change faces the same runs; `npm run simulate` tries new ones. */
const seeds = runsAll ? [6, 7, 3] : [6, 7];
const runs = 80;

describe("the simulation", () => {
  let ground: OpenGround;
  const simulated: SimulationResult[] = [];

  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground.close());

  it.each(seeds)(
    `breaks no invariant in ${runs} runs of seed %i, and everything finishes`,
    async (seed) => {
      const result = await simulate(ground, { runs, seed, shrinkMs: 30_000 });
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
    const once = await simulate(ground, { runs: 3, seed: 4 });
    const again = await simulate(ground, { runs: 3, seed: 4 });
    expect([...again.counts]).toEqual([...once.counts]);
  });
});
