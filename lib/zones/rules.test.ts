import { describe, expect, it } from "vitest";
import { withDateChanges } from "@/lib/draws/import/rules.changes";
import { drawSchema } from "@/lib/draws/schema";
import { drawWith } from "@/tests/support/draws/draw";
import { findAmbiguousDraw, findOffsetConflicts, findStalePools, toDateChanges } from "./rules";

const now = new Date("2026-11-28T18:00:00Z");

function createDraw(endDate: string, timeZone: string, changes: Record<string, unknown> = {}) {
  return drawSchema.parse({ ...drawWith(), startDate: "2026-10-01T09:00:00-07:00", endDate, timeZone, ...changes });
}

function listReadings(endDate: string, timeZone: string): string[] | null {
  const [conflict] = findOffsetConflicts(createDraw(endDate, timeZone), now);
  const short = (local: string) => `${local.slice(11, 16)} ${local.slice(-6)}`;
  return conflict ? [short(conflict.instant), short(conflict.wallClock)] : null;
}

describe("a date", () => {
  it.each([
    ["2026-12-19T18:00:00-08:00", "America/Vancouver", ["19:00 -07:00", "18:00 -07:00"]],
    ["2026-12-20T02:00:00Z", "America/Vancouver", ["19:00 -07:00", "18:00 -07:00"]],
    ["2026-12-19T21:00:00-05:00", "Canada/Pacific", ["19:00 -07:00", "18:00 -07:00"]],
    ["2026-12-19T18:00:00-07:00", "America/Edmonton", ["19:00 -06:00", "18:00 -06:00"]],
    ["2026-12-19T18:00:00-07:00", "America/Yellowknife", ["19:00 -06:00", "18:00 -06:00"]],
    ["2026-12-19T18:00:00-04:00", "America/Toronto", ["17:00 -05:00", "18:00 -05:00"]],
  ])("%s of %s has two readings", (written, zone, readings) => {
    expect(listReadings(written, zone)).toEqual(readings);
  });

  it.each([
    ["2026-12-19T18:00:00-07:00", "America/Vancouver"],
    ["2027-07-01T18:00:00-07:00", "America/Vancouver"],
    ["2027-07-02T01:00:00Z", "America/Vancouver"],
    ["2026-12-19T18:00:00-05:00", "America/Toronto"],
    ["2026-12-19T23:00:00Z", "America/Toronto"],
    ["2026-12-19T18:00:00-07:00", "America/Inuvik"],
  ])("%s of %s has one", (written, zone) => expect(listReadings(written, zone)).toBeNull());
});

const many = createDraw("2026-12-19T18:00:00-08:00", "America/Vancouver", {
  dates: [
    "2026-11-10T09:00:00-08:00",
    "2026-11-20T18:00:00-08:00",
    "2026-12-12T18:00:00-08:00",
    "2026-12-19T18:00:00-08:00",
    "2026-12-19T20:00:00-08:00",
  ],
  prizes: { "Early Bird": [{ description: "A jersey", drawDate: "2026-12-12T18:00:00-08:00" }] },
  secondDraws: [
    {
      ...{ id: "puck", type: "5050 Cash", title: "Puck", ticketPackageInfo: [{ id: "one", tickets: 1, price: 5 }] },
      ...{ cutOffDate: "2026-12-05T18:00:00-08:00", drawDate: "2027-07-01T18:00:00-07:00" },
    },
  ],
});

describe("a draw", () => {
  it("is asked about in all dates ahead, before the first reading of what ends or is drawn", () => {
    const ambiguous = findAmbiguousDraw(many, now);
    expect(ambiguous?.dates.map(({ place }) => place)).toEqual([
      ...["endDate", "dates.2", "dates.3", "dates.4", "prizes.Early Bird", "secondDraws.0.cutOffDate"],
    ]);
    expect(ambiguous?.choosableUntil).toBe("2026-12-05T18:00:00.000-07:00");
  });

  it("keeps what is over when the rest is moved, and an export of it means the same again", () => {
    const moves = toDateChanges(findOffsetConflicts(many, now));
    const moved = withDateChanges(many, moves);
    expect(moved.dates).toEqual([
      "2026-11-10T09:00:00-08:00",
      "2026-11-20T18:00:00-08:00",
      "2026-12-12T18:00:00-07:00",
      "2026-12-19T18:00:00-07:00",
      "2026-12-19T20:00:00-07:00",
    ]);
    expect(moved.prizes["Early Bird"]?.[0]?.drawDate).toBe("2026-12-12T18:00:00-07:00");
    expect(findOffsetConflicts(moved, now)).toEqual([]);
    expect(withDateChanges(moved, moves)).toEqual(moved);
  });

  it("was told otherwise only in the pools whose dates are others", () => {
    const moved = withDateChanges(many, toDateChanges(findOffsetConflicts(many, now)));
    expect(findStalePools(many, many, now)).toEqual({ earlier: ["main"], present: [] });
    expect(findStalePools(many, moved, now)).toEqual({ earlier: [], present: ["main"] });
  });
});
