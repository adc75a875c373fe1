import { expect, it } from "vitest";

import { contrastOf, groundOf } from "./rules.color";

it("computes contrast as WCAG does", () => {
  expect(contrastOf("#000", "#fff")).toBeCloseTo(21, 5);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastOf("#fff", "#FFFFFF")).toBe(1);
});

it("gives text a contrast of at least 4.5 to 1 on each colour and its shade", () => {
  const steps = [0, 51, 102, 118, 119, 120, 153, 204, 255];
  const twoDigits = (part: number) => part.toString(16).padStart(2, "0");
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const color = `#${[red, green, blue].map(twoDigits).join("")}`;
        const { base, shade, ink } = groundOf(color);
        expect(base).toBe(color);
        expect([color, contrastOf(base, ink) >= 4.5, contrastOf(shade, ink) >= 4.5]).toEqual([color, true, true]);
      }
    }
  }
});

it("reads the short form", () => {
  expect(groundOf("#fc0")).toEqual({ base: "#ffcc00", shade: "#ffd83d", ink: "#000000" });
});
