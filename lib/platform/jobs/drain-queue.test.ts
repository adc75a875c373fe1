import { expect, it } from "vitest";

import { drainQueue } from "./drain-queue";

it("a run whose claim fails ends only when all that it began has ended", async () => {
  const ended: string[] = [];
  const claims = ["first", "second"];
  const run = drainQueue(
    { now: () => new Date() },
    {
      perDraw: 1,
      claim: async () => {
        const drawId = claims.shift();
        if (!drawId) throw new Error("The connection is lost.");
        return { drawId };
      },
      work: async ({ drawId }) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        ended.push(drawId);
        return true;
      },
      failure: "Work failed.",
    },
  );
  await expect(run).rejects.toThrow("The connection is lost.");
  expect(ended).toEqual(["first", "second"]);
});
