import { expect, it } from "vitest";

import { fewAtOnce } from "./few-at-once";

it("lets a few run at once, in their order, and goes on after one that fails", async () => {
  const inTurn = fewAtOnce(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const work = (at: number) => async () => {
    begun.push(at);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    if (at === 1) throw new Error("no");
    return at;
  };
  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map((at) => inTurn(work(at))));
  expect({ begun, most }).toEqual({ begun: [0, 1, 2, 3, 4], most: 2 });
  expect(ended.map(({ status }) => status === "fulfilled")).toEqual([true, false, true, true, true]);
});
