import { expect, it } from "vitest";

import { ambiguousLines, parseZoneOptions } from "./zone-text";

it("takes one reading, and nothing else", () => {
  expect(parseZoneOptions(["--keep", "instant"])).toBe("instant");
  expect(parseZoneOptions(["--keep", "wall-clock"])).toBe("wall-clock");
  for (const words of [[], ["--keep"], ["--keep", "both"], ["--keep", "instant", "--yes"], ["instant"]])
    expect(parseZoneOptions(words)).toBeNull();
});

it("shows both readings of each date, and until when there is a choice", () => {
  const date = {
    ...{ place: "endDate", written: "2026-12-19T18:00:00-08:00" },
    ...{ instant: "2026-12-19T19:00:00.000-07:00", wallClock: "2026-12-19T18:00:00.000-07:00" },
  };
  const draw = { id: "rink", title: "Rink 50/50", timeZone: "America/Vancouver", choosableUntil: date.wallClock };
  expect(ambiguousLines([{ ...draw, dates: [date] }])).toEqual([
    "rink  Rink 50/50",
    "  America/Vancouver; choose before 2026-12-19 18:00 (-07:00)",
    "  endDate: written 2026-12-19T18:00:00-08:00",
    "    --keep instant:    2026-12-19 19:00 (-07:00)",
    "    --keep wall-clock: 2026-12-19 18:00 (-07:00)",
  ]);
});
