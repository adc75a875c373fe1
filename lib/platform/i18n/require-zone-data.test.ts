import { afterEach, expect, it, vi } from "vitest";

import { requireZoneData } from "./require-zone-data";

const Format = Intl.DateTimeFormat;

afterEach(() => {
  Intl.DateTimeFormat = Format;
  vi.resetModules();
});

it("accepts the zone data of this Node.js", () => {
  expect(() => requireZoneData()).not.toThrow();
});

it("refuses zone data from before 2026, and says which time is wrong", async () => {
  await import("@/tests/support/preload/old-zone-data.mjs");
  expect(() => requireZoneData()).toThrow(
    expect.objectContaining({
      name: "OldZoneData",
      message: expect.stringContaining("America/Vancouver is 2026-12-15T12:00:00.000-08:00 instead of"),
    }),
  );
});
