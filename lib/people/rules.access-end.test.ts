import { expect, it } from "vitest";

import { endOfLastDay, getLastDay } from "./rules.access-end";

it("a person's last day ends at midnight in the console's zone, also when clocks change", () => {
  expect(endOfLastDay("2026-11-30")).toBe("2026-12-01T05:00:00.000Z");
  expect(endOfLastDay("2026-11-01")).toBe("2026-11-02T05:00:00.000Z");
  expect(endOfLastDay("2026-07-31")).toBe("2026-08-01T04:00:00.000Z");
});

it("the end of access is shown as its last day", () => {
  for (const day of ["2026-11-01", "2026-11-30", "2026-12-31", "2027-02-28", "2027-03-14"]) {
    expect(getLastDay(endOfLastDay(day))).toBe(day);
  }
});
