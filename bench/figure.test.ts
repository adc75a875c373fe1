import { describe, expect, it } from "vitest";

import type { Figure, Reading } from "./figure";
import { judge, median, takeTurns } from "./figure";

const figure: Figure<null> = {
  name: "f",
  unit: "/s",
  bar: { least: 0.5 },
  measure: async () => ({ ours: [], floor: [] }),
};

function readings(...values: number[]): Reading[] {
  return values.map((value) => ({ value, failures: {} }));
}

describe("a figure", () => {
  it("is the median of the rounds' ratios, so that a round on a busy machine distorts nothing", () => {
    const result = judge(figure, { ours: readings(60, 6, 50), floor: readings(100, 10, 100) });
    expect(result).toMatchObject({ figure: 0.6, ours: 50, floor: 100, reaches: true });
  });

  it("stands alone without a baseline", () => {
    const absolute = { ...figure, bar: { least: 1000 } };
    expect(judge(absolute, { ours: readings(900, 1100), floor: [] })).toMatchObject({ figure: 1000, floor: null });
  });

  it("must not exceed an upper bound", () => {
    const most = { ...figure, bar: { most: 1.15 } };
    const reaches = (ours: number) => judge(most, { ours: readings(ours), floor: readings(100) }).reaches;
    expect([reaches(115), reaches(116)]).toEqual([true, false]);
  });

  it("fails on one wrong answer on either side, and counts them", () => {
    const wrong = { value: 90, failures: { "POST 429": 2 } };
    const onFloor = judge(figure, { ours: readings(90), floor: [wrong] });
    const onOurs = judge(figure, { ours: [wrong, wrong], floor: readings(100, 100) });
    expect([onFloor.reaches, onOurs.reaches]).toEqual([false, false]);
    expect(onOurs.failures).toEqual({ "POST 429": 4 });
  });

  it("is measured in alternating turns, after a warm-up of both", async () => {
    const turns: string[] = [];
    const side = (name: string) => async (seconds: number) => {
      turns.push(`${name}${seconds}`);
      return { value: seconds, failures: {} };
    };
    const { ours, floor } = await takeTurns({ rounds: 2, seconds: 5, warmUpSeconds: 1 }, side("ours"), side("floor"));
    expect(turns).toEqual(["ours1", "floor1", "floor5", "ours5", "ours5", "floor5"]);
    expect([ours.length, floor.length]).toEqual([2, 2]);
  });
});

describe("a median", () => {
  it("is the middle one, or between the two middle ones", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([7])]).toEqual([2, 2.5, 7]);
  });
});
