import { afterEach, expect, it, vi } from "vitest";

import { formatInstant } from "./format-instant";
import { formatTemplate } from "./format-template";
import { getZoneOffsets, pastYears } from "./zone-offsets";

const now = new Date("2026-12-05T20:00:00Z");
const times = Array.from({ length: 600 }, (_none, index) => new Date(now.getTime() + (index - 450) * 80 * 3_600_000));
const zones = ["America/Vancouver", "America/Edmonton", "America/Toronto", "America/St_Johns", "America/Regina"];
const Format = Intl.DateTimeFormat;

afterEach(() => {
  Intl.DateTimeFormat = Format;
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("has every change of a zone's clocks to the minute, with its names", () => {
  const found = getZoneOffsets("America/St_Johns", now, 1).offsets.map(({ fromMs, minutes, en, fr }) => [
    new Date(fromMs).toISOString(),
    ...[minutes, en, fr],
  ]);
  expect(found.slice(1, 3)).toEqual([
    ["2026-03-08T05:30:00.000Z", -150, "NDT", "HAT"],
    ["2026-11-01T04:30:00.000Z", -210, "NST", "HNT"],
  ]);
  expect(getZoneOffsets("America/Vancouver", now, 0).offsets).toEqual([
    expect.objectContaining({ minutes: -420, en: "PDT", fr: "HAP" }),
  ]);
});

type Formatters = { formatInstant: typeof formatInstant; formatTemplate: typeof formatTemplate };

const writeIn = (zone: string, by: Formatters) =>
  times.flatMap((at) => [
    by.formatInstant(at, "en", zone, "dated"),
    by.formatInstant(at, "fr", zone, "stamp"),
    by.formatTemplate("YYYY-MM-DD HH:mm z", at, { locale: "en", timeZone: zone }),
  ]);

/** Without cached formatters. */
async function openOldBrowser() {
  vi.resetModules();
  vi.stubGlobal("window", {});
  await import("@/tests/support/preload/old-zone-data.mjs");
  const { setServerOffsets } = await import("./zoned-parts");
  return { ...(await import("./format-instant")), ...(await import("./format-template")), setServerOffsets };
}

it.each(zones)("has a browser with old zone data write each time in %s as the server does", async (zone) => {
  const byServer = writeIn(zone, { formatInstant, formatTemplate });
  const offsets = getZoneOffsets(zone, now, pastYears);
  const browser = await openOldBrowser();
  browser.setServerOffsets(offsets);
  expect(writeIn(zone, browser)).toEqual(byServer);
});

it("without the server's offsets, such a browser writes other times", async () => {
  const write = (by: Formatters) => by.formatInstant("2026-12-16T03:00:00Z", "en", "America/Vancouver", "clock");
  expect(write({ formatInstant, formatTemplate })).toBe("8:00\u00a0p.m. PDT");
  expect(write(await openOldBrowser())).toBe("7:00\u00a0p.m. PST");
});
