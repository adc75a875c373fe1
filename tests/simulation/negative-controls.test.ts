import { describe, expect, it } from "vitest";
import type { Unguarded } from "./sabotage";
import { unguarded } from "./sabotage";
import { openSetup } from "./setup";
import { simulate } from "./simulate";

/** A missing guard shows within this many runs of the fixed seed. */
const maxRuns = 400;

describe.each(Object.entries<Unguarded>(unguarded))("without the guard that %s", (_guard, changes) => {
  it("the simulation shows the damage", async () => {
    const setup = await openSetup(changes);
    try {
      const { failure } = await simulate(setup, { runs: maxRuns, seed: changes.seed ?? 2 });
      expect(failure?.found.join("\n")).toMatch(changes.symptom);
    } finally {
      await setup.close();
    }
  }, 900_000);
});
