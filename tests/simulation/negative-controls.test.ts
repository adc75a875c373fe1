import { describe, expect, it } from "vitest";

import { openGround } from "./ground";
import type { Unguarded } from "./sabotage";
import { unguarded } from "./sabotage";
import { simulate } from "./simulate";

/** A missing guard shows within this many runs of the fixed seed. */
const maxRuns = 400;

describe.each(Object.entries<Unguarded>(unguarded))("without the guard that %s", (_guard, changes) => {
  it("the simulation shows the damage", async () => {
    const ground = await openGround(changes);
    try {
      const { failure } = await simulate(ground, { runs: maxRuns, seed: changes.seed ?? 2 });
      expect(failure?.found.join("\n")).toMatch(changes.harm);
    } finally {
      await ground.close();
    }
  }, 900_000);
});
