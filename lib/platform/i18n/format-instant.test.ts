import { describe, expect, it } from "vitest";

import { formatInstant } from "./format-instant";

const evening = "2026-12-02T02:30:00Z";

describe("formatInstant", () => {
  it("writes Canadian English in the draw's time zone", () => {
    const words = formatInstant(evening, "en", "America/Toronto", "long").replace(/\s/g, " ");
    expect(words).toBe("Tuesday, December 1 at 9:30 p.m. EST");
  });

  it("writes Canadian French: the first of the month, and a time that doesn't wrap", () => {
    expect(formatInstant(evening, "fr", "America/Toronto", "long")).toBe(
      "mardi 1er\u00a0décembre à\u00a021\u00a0h\u00a030\u00a0HNE",
    );
  });

  it.each([
    ["America/Toronto", "2026-11-01T05:59:00Z", "Nov 1, 1:59 a.m. EDT"],
    ["America/Toronto", "2026-11-01T06:00:00Z", "Nov 1, 1:00 a.m. EST"],
    ["America/Toronto", "2026-03-08T07:00:00Z", "Mar 8, 3:00 a.m. EDT"],
    ["America/St_Johns", "2026-11-01T04:29:00Z", "Nov 1, 1:59 a.m. NDT"],
    ["America/St_Johns", "2026-11-01T04:30:00Z", "Nov 1, 1:00 a.m. NST"],
    ["America/Vancouver", "2026-11-01T08:59:00Z", "Nov 1, 1:59 a.m. PDT"],
    ["America/Vancouver", "2026-11-01T09:00:00Z", "Nov 1, 2:00 a.m. PDT"],
  ])("in %s at %s is %s, in the nights when clocks change or no longer do", (zone, at, words) => {
    expect(formatInstant(at, "en", zone, "stamp").replaceAll("\u00a0", " ")).toBe(words);
  });

  it("includes the year on documents that are kept", () => {
    expect(formatInstant(evening, "fr", "America/Toronto", "dated")).toContain("1er\u00a0décembre 2026");
  });

  it("writes what was done with its year and its zone, shorter than on a document", () => {
    expect(formatInstant(evening, "en", "America/Toronto", "record").replaceAll("\u00a0", " ")).toBe(
      "Dec 1, 2026, 9:30 p.m. EST",
    );
    expect(formatInstant(evening, "fr", "America/Toronto", "record").replaceAll("\u00a0", " ")).toBe(
      "1er déc. 2026 à 21 h 30 HNE",
    );
  });

  it("writes a time of day on its own, on one line", () => {
    expect(formatInstant(evening, "en", "America/Toronto", "time").replace(/\s/g, " ")).toBe("9:30 p.m.");
    expect(formatInstant(evening, "fr", "America/Toronto", "time")).toBe("21\u00a0h\u00a030");
  });

  it("keeps an English time on one line", () => {
    expect(formatInstant(evening, "en", "America/Toronto", "time")).toBe("9:30\u00a0p.m.");
    expect(formatInstant(evening, "en", "America/Toronto", "dated")).toContain("9:30\u00a0p.m. EST");
  });

  it("writes a time with seconds on one line", () => {
    const at = "2026-12-02T02:30:05Z";
    expect(formatInstant(at, "en", "America/Toronto", "second").replace(/\s/g, " ")).toBe("9:30:05 p.m.");
    const french = "21\u00a0h\u00a030\u00a0min\u00a005\u00a0s";
    expect(formatInstant(at, "fr", "America/Toronto", "second")).toBe(french);
  });

  it("writes a full hour in French the usual way", () => {
    const formatHour = (at: string, style: "dated" | "time" | "second") =>
      formatInstant(at, "fr", "America/Toronto", style);
    expect(formatHour("2026-12-02T14:00:00Z", "dated")).toBe("2\u00a0décembre 2026 à\u00a09\u00a0h\u00a0HNE");
    expect(formatHour("2026-12-02T15:00:00Z", "time")).toBe("10\u00a0h");
    expect(formatHour("2026-12-02T05:00:00Z", "dated")).toBe("2\u00a0décembre 2026 à\u00a00\u00a0h\u00a0HNE");
    expect(formatHour("2026-12-02T14:00:05Z", "second")).toBe("9\u00a0h\u00a000\u00a0min\u00a005\u00a0s");
  });

  it("writes a short French date as it is spoken", () => {
    expect(formatInstant(evening, "fr", "America/Toronto", "short")).toBe("1er\u00a0déc. à\u00a021\u00a0h\u00a030");
    expect(formatInstant("2027-05-30T14:00:00Z", "fr", "America/Toronto", "stamp")).toBe(
      "30\u00a0mai à\u00a010\u00a0h\u00a0HAE",
    );
  });

  it("says noon of what is planned for it, and the minute of what happened then", () => {
    const [noon, later] = ["2026-12-14T17:00:00Z", "2026-12-14T17:00:34Z"];
    expect(formatInstant(noon, "en", "America/Toronto", "dated")).toBe("December 14, 2026 at noon EST");
    expect(formatInstant(noon, "fr", "America/Toronto", "dated")).toBe("14\u00a0décembre 2026 à\u00a0midi\u00a0HNE");
    expect(formatInstant(noon, "fr", "America/Toronto", "second")).toBe("12\u00a0h\u00a000\u00a0min\u00a000\u00a0s");
    expect(formatInstant(later, "en", "America/Toronto", "time")).toBe("12:00\u00a0p.m.");
    expect(formatInstant(later, "fr", "America/Toronto", "time")).toBe("12\u00a0h");
  });

  it("writes a day in short, on one line", () => {
    expect(formatInstant(evening, "en", "America/Toronto", "brief")).toBe("Dec 1");
    expect(formatInstant(evening, "fr", "America/Toronto", "brief")).toBe("1er\u00a0déc.");
  });

  it("writes the year alone, in the draw's time zone", () => {
    const newYear = "2027-01-01T03:00:00Z";
    expect(formatInstant(newYear, "en", "America/Toronto", "year")).toBe("2026");
    expect(formatInstant(newYear, "fr", "America/Toronto", "year")).toBe("2026");
  });

  it("leaves other dates and times unchanged", () => {
    const words = formatInstant("2026-12-11T06:05:00Z", "fr", "America/Toronto", "long");
    expect(words).toContain("11\u00a0décembre à\u00a01\u00a0h\u00a005");
  });

  it("follows the time zone across midnight", () => {
    expect(formatInstant(evening, "en", "America/St_Johns", "day")).toBe("December 1, 2026");
    expect(formatInstant(evening, "en", "UTC", "day")).toBe("December 2, 2026");
  });
});
