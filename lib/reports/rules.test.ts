import { describe, expect, it } from "vitest";
import { createLocalTime } from "@/lib/local-time";
import { listOpenMatters } from "./rules";

describe("listOpenMatters", () => {
  const endsAt = new Date("2026-11-20T02:00:00Z");
  const later = (ms: number) => new Date(endsAt.getTime() + ms);

  it("is empty a minute after sales end, if no payment is open", () => {
    expect(listOpenMatters({ endsAt, openAttempts: 0, openRefunds: 0 }, later(60_000))).toEqual([]);
  });

  it.each([
    [-1, 0, ["sales-not-ended"]],
    [0, 0, ["sales-just-ended"]],
    [59_999, 0, ["sales-just-ended"]],
    [60_000, 1, ["payments-open"]],
    [-1, 2, ["sales-not-ended", "payments-open"]],
  ])("%d ms after the end with %d open payments is %j", (ms, openAttempts, matters) => {
    expect(listOpenMatters({ endsAt, openAttempts, openRefunds: 0 }, later(ms))).toEqual(matters);
  });
});

it("isn't empty while a refund is open: the pot may still fall", () => {
  const endsAt = new Date("2026-11-20T02:00:00Z");
  expect(listOpenMatters({ endsAt, openAttempts: 0, openRefunds: 1 }, new Date("2026-11-21T02:00:00Z"))).toEqual([
    "refunds-open",
  ]);
});

describe("createLocalTime", () => {
  it.each([
    ["America/St_Johns", "2026-11-21T03:29:59.999Z", "2026-11-20", "2026-11-20T23:59:59.999-03:30"],
    ["America/St_Johns", "2026-11-21T03:30:00Z", "2026-11-21", "2026-11-21T00:00:00.000-03:30"],
    // Clocks go back at 2:00, so only the offset tells the two times apart.
    ["America/St_Johns", "2026-11-01T04:15:00Z", "2026-11-01", "2026-11-01T01:45:00.000-02:30"],
    ["America/St_Johns", "2026-11-01T05:15:00Z", "2026-11-01", "2026-11-01T01:45:00.000-03:30"],
    ["America/Toronto", "2026-03-08T06:59:59Z", "2026-03-08", "2026-03-08T01:59:59.000-05:00"],
    ["America/Toronto", "2026-03-08T07:00:00Z", "2026-03-08", "2026-03-08T03:00:00.000-04:00"],
    ["America/Regina", "2026-07-01T05:59:59Z", "2026-06-30", "2026-06-30T23:59:59.000-06:00"],
    ["UTC", "2026-07-01T00:00:00Z", "2026-07-01", "2026-07-01T00:00:00.000+00:00"],
  ])("in %s %s falls on %s", (timeZone, instant, day, iso) => {
    const written = createLocalTime(timeZone)(new Date(instant));
    expect([written.slice(0, 10), written]).toEqual([day, iso]);
    expect(new Date(written).getTime()).toBe(new Date(instant).getTime());
  });
});
