import { describe, expect, it } from "vitest";

import { escapeLine } from "./rules.html-parts";

const whole = (words: string) => `<span style="white-space:nowrap">${words}</span>`;

describe("a line of an email", () => {
  it.each([
    ["December 8, 2026 at 11:00\u00a0a.m. EST", "at 11:00\u00a0a.m. EST"],
    ["December 14, 2026 at noon EST", "at noon EST"],
    ["Nov 29, 7:00\u00a0p.m. EST · $1,000 in cash", "7:00\u00a0p.m. EST"],
    ["Licence DEMO-RAF-0005050", "DEMO-RAF-0005050"],
    ["12 Lantern Street, Maple Hollow ON K0Z 0Z0", "K0Z 0Z0"],
  ])("keeps together what is one: %s", (line, one) => {
    expect(escapeLine(line)).toBe(line.replace(one, whole(one)));
  });

  it("lets a code break in a narrow column, where it would take the other one's room", () => {
    expect(escapeLine("7K3MX-9QXT4 at noon EST", "column")).toBe(`7K3MX-9QXT4 ${whole("at noon EST")}`);
  });

  it("leaves other words to wrap, and escapes them", () => {
    expect(escapeLine("Bread & butter at the fair")).toBe("Bread &amp; butter at the fair");
  });
});
