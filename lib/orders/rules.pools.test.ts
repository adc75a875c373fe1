import { describe, expect, it } from "vitest";

import type { DescribedDraw } from "./rules.pools";
import { describePools } from "./rules.pools";

const draw: DescribedDraw = {
  title: { en: "Raffle", fr: "Tombola" },
  license: "R1",
  startDate: "2026-11-01T12:00:00Z",
  endDate: "2026-11-20T12:00:00Z",
  dates: ["2026-11-01T12:00:00Z", "2026-11-20T12:00:00Z", "2026-11-21T17:00:00Z"],
  timeZone: "America/Toronto",
  prizes: {},
  winners: [],
  secondDraws: [{ id: "second", title: "Early 50/50", license: "R2", drawDate: "2026-11-22T17:00:00Z", prizes: {} }],
};

describe("what a page says of the pools of an order", () => {
  it("is their draw dates, which are not called drawn before somebody has won", () => {
    const facts = describePools(draw, "en");
    expect(facts.get("main")).toEqual({
      title: "Raffle",
      licence: "R1",
      drawn: expect.stringContaining("November 21"),
    });
    expect(facts.get("second")).toMatchObject({ licence: "R2", drawn: expect.stringContaining("November 22") });
    expect(facts.get("second")?.isDrawn).toBeUndefined();
  });

  it("is the moment of the drawing once each has its winner, and not by an early bird's", () => {
    const won = { poolId: "second", prizeType: "Grand Prize", number: 7, drawnAt: "2026-11-23T17:00:00Z" } as const;
    const bird = { poolId: "main", prizeType: "Early Bird", number: 8, drawnAt: "2026-11-10T17:00:00Z" } as const;
    const facts = describePools({ ...draw, winners: [won, bird] }, "en");
    expect(facts.get("second")).toMatchObject({ drawn: expect.stringContaining("November 23"), isDrawn: true });
    expect(facts.get("main")).toMatchObject({ drawn: expect.stringContaining("November 21") });
    expect(facts.get("main")?.isDrawn).toBeUndefined();
  });
});
