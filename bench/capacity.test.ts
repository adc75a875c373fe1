import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

it("docs/capacity.md computes no more from cores than two of them carried", () => {
  const text = readFileSync("docs/capacity.md", "utf8");
  const measured = Number(/Two cores carry (\d+) purchases a second/.exec(text)?.[1]);
  const rows = [...text.matchAll(/^\| ([\d,]+)[^|]*\| (\d+) cores/gm)].map(([, rate = "", cores]) => ({
    rate: Number(rate.replace(",", "")),
    cores: Number(cores),
  }));
  expect(rows.length).toBe(3);
  expect(rows.filter(({ rate, cores }) => cores < rate / (measured / 2))).toEqual([]);
});
