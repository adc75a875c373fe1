// @vitest-environment happy-dom

import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { Banner, getSlideTiming } from "./banner";

const urls = Array.from({ length: 7 }, (_none, index) => `/pictures/${index}.svg`);

function getShownUrls(carousel_urls: string[]): string[] {
  const image = { url: "/first.svg", dominantColor: "#d8172f", carousel_urls, carousel_speed: 5000 };
  const { container } = render(<Banner image={image} />);
  return [...container.querySelectorAll("img")].map((picture) => picture.getAttribute("src") ?? "");
}

it("shows each picture of a carousel of more than five", () => {
  expect(getShownUrls(urls)).toEqual(["/first.svg", ...urls]);
});

it("shows the banner's own picture first, alone if there are no others, and a duplicate only once", () => {
  expect(getShownUrls([])).toEqual(["/first.svg"]);
  expect(getShownUrls(["/a.svg", "/a.svg", "/first.svg", "/b.svg"])).toEqual(["/first.svg", "/a.svg", "/b.svg"]);
});

/** The opacity lost at a part of the cycle: 0 is visible, 1 is gone. */
function goneAt(timing: string, part: number): number {
  const stops = [...timing.matchAll(/([01]) ([\d.]+)%/g)].map(([, gone, percent]) => [Number(percent), Number(gone)]);
  const after = stops.findIndex(([percent = 0]) => percent >= part * 100);
  const [[from = 0, before = 0] = [], [to = 0, then = 0] = []] = [stops[Math.max(0, after - 1)], stops[after]];
  return to === from ? then : before + ((then - before) * (part * 100 - from)) / (to - from);
}

it.each([2, 3, 6])("never shows two of %d pictures at a time", (count) => {
  const timing = getSlideTiming(count);
  const steps = Array.from({ length: 1000 }, (_none, index) => index / 1000);
  for (const part of steps) {
    const seen = Array.from({ length: count }, (_one, index) => 1 - goneAt(timing, (part + index / count) % 1));
    expect(seen.filter((visible) => visible > 0.001).length).toBeLessThanOrEqual(1);
  }
  expect(steps.some((part) => goneAt(timing, part) === 0)).toBe(true);
});
