import { describe, expect, it } from "vitest";

import { formatTemplate, isTemplate } from "./format-template";

const at = "2026-03-08T23:05:09Z";
const english = { locale: "en", timeZone: "America/Toronto" } as const;

describe("formatTemplate", () => {
  it.each([
    ["YYYY-MM-DD HH:mm:ss", "2026-03-08 19:05:09"],
    ["yyyy/M/d H:mm", "2026/3/8 19:05"],
    ["dddd, MMMM D [at] hh:mm", "Sunday, March 8 at 07:05"],
    ["EEE dd MMM 'at' h:mm", "Sun 08 Mar at 7:05"],
    ["HH:mm z", "19:05 EDT"],
    ["'today''s' YYYY", "todays 2026"],
  ])("writes %s in the draw's time zone", (template, words) => {
    expect(formatTemplate(template, at, english)).toBe(words);
  });

  it("names months, halves of the day and zones as Canada does in the page's language", () => {
    expect(formatTemplate("D MMMM YYYY", at, { ...english, locale: "fr" })).toBe("8 mars 2026");
    expect(formatTemplate("h:mm a", at, english)).toBe("7:05 p.m.");
    expect(formatTemplate("HH:mm z", at, { ...english, locale: "fr" })).toBe("19:05 HAE");
  });
});

describe("isTemplate", () => {
  it.each(["YYYY-MM-DD", "h:mm A", "dddd D MMMM [à] HH:mm"])("accepts %s", (template) => {
    expect(isTemplate(template)).toBe(true);
  });

  it.each(["", "--", "Do MMMM", "QQ YYYY", "[only words]"])("refuses %j", (template) => {
    expect(isTemplate(template)).toBe(false);
  });
});
