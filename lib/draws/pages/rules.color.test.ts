import { expect, it } from "vitest";

import {
  computeAccents,
  computeBackgroundColors,
  computeContrastRatio,
  computeTint,
  getCharityTextColors,
} from "./rules.color";

it("computes contrast as WCAG does", () => {
  expect(computeContrastRatio("#000", "#fff")).toBeCloseTo(21, 5);
  expect(computeContrastRatio("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(computeContrastRatio("#fff", "#FFFFFF")).toBe(1);
});

const steps = [0, 51, 102, 118, 119, 120, 153, 204, 255];
const twoDigits = (part: number) => part.toString(16).padStart(2, "0");
const colors = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${[red, green, blue].map(twoDigits).join("")}`)),
);

it("gives text a contrast of at least 4.5 to 1 on each colour and its shade", () => {
  for (const color of colors) {
    const { base, shade, ink } = computeBackgroundColors(color);
    expect(base).toBe(color);
    expect([color, computeContrastRatio(base, ink) >= 4.5, computeContrastRatio(shade, ink) >= 4.5]).toEqual([
      color,
      true,
      true,
    ]);
  }
});

it("makes an accent of each colour that can be read on light and dark pages", () => {
  const white = "#ffffff";
  for (const color of colors) {
    const { light, dark } = computeAccents(color);
    for (const { fill, shade } of [light, dark]) {
      expect([color, computeContrastRatio(fill, white) >= 4.5, computeContrastRatio(shade, white) >= 4.5]).toEqual([
        color,
        true,
        true,
      ]);
    }
    // The two backgrounds with the least contrast to words: the darkest light one (surface) and the lightest dark one
    // (raised).
    expect([
      color,
      computeContrastRatio(light.words, "#f6f3f0") >= 4.5,
      computeContrastRatio(light.fill, "#f6f3f0") >= 3,
    ]).toEqual([color, true, true]);
    expect([
      color,
      computeContrastRatio(dark.words, "#211a1c") >= 4.5,
      computeContrastRatio(dark.fill, "#211a1c") >= 3,
    ]).toEqual([color, true, true]);
  }
});

it("makes a tint of each colour's words on which those can be read", () => {
  for (const color of colors) {
    const words = getCharityTextColors({ charity: { color } });
    const contrasts = [
      computeContrastRatio(words?.light ?? "", computeTint(words?.light ?? "", "#ffffff")),
      computeContrastRatio(words?.dark ?? "", computeTint(words?.dark ?? "", "#211a1c")),
    ];
    expect([color, ...contrasts.map((one) => one >= 4.5)]).toEqual([color, true, true]);
  }
});

it("leaves a colour that can be read as it is", () => {
  expect(computeAccents("#14533c").light).toEqual({ fill: "#14533c", shade: "#0f3f2e", words: "#14533c" });
});

it("reads the short form", () => {
  expect(computeBackgroundColors("#fc0")).toEqual({ base: "#ffcc00", shade: "#ffd83d", ink: "#000000" });
});
