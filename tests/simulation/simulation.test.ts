import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { mustHappen } from "./coverage";
import type { OpenGround } from "./ground";
import { openGround } from "./ground";
import type { Simulated } from "./simulate";
import { simulate } from "./simulate";
import { tellFailure } from "./tell";

/** Known seeds: a change is judged by the same runs each time; `npm run simulate` tries fresh ones. */
const seeds = { first: 4, second: 2026 };
const runs = { first: 200, second: 100 };

describe("the simulation", () => {
  let ground: OpenGround;
  const simulated: Simulated[] = [];

  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground.close());

  async function holds(name: keyof typeof seeds): Promise<void> {
    const result = await simulate(ground, { runs: runs[name], seed: seeds[name], shrinkMs: 30_000 });
    simulated.push(result);
    expect(tellFailure(result)).toBe("");
    expect(result.runs).toBe(runs[name]);
  }

  it(`breaks no invariant in ${runs.first} runs, and everything comes to an end`, () => holds("first"), 900_000);

  it(`breaks none in ${runs.second} runs of another seed`, () => holds("second"), 900_000);

  it("tries every fault and reaches every state", () => {
    const happened = (what: string) => simulated.some(({ counts }) => counts.has(what));
    expect(mustHappen.filter((what) => !happened(what))).toEqual([]);
  });

  it("repeats a run exactly", async () => {
    const once = await simulate(ground, { runs: 3, seed: seeds.second });
    const again = await simulate(ground, { runs: 3, seed: seeds.second });
    expect([...again.counts]).toEqual([...once.counts]);
  });
});
