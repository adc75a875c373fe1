import { expect, it } from "vitest";

import { parseRestoredOptions } from "./options";

it.each<[string[], string, [string, number][]]>([
  [["--to", "2026-11-20T18:00:00Z"], "2026-11-20T18:00:00.000Z", []],
  [["--to", "2026-11-20T13:00:00-05:00", "--cash", "gala=240"], "2026-11-20T18:00:00.000Z", [["gala", 24_000]]],
  [["--to", "2026-11-20 13:00:00.25-05"], "2026-11-20T18:00:00.250Z", []],
  [
    ["--cash", "gala=0", "--cash", "night=12.50", "--to", "2026-11-20T18:00:00.5Z"],
    "2026-11-20T18:00:00.500Z",
    [
      ["gala", 0],
      ["night", 1250],
    ],
  ],
])("%j is a restore to %s", (words, instant, cash) => {
  const parsed = parseRestoredOptions(words);
  expect(parsed?.restoredTo.toISOString()).toBe(instant);
  expect([...(parsed?.cashCents ?? [])]).toEqual(cash);
});

it("names the draws that changed since, by their files and by their ids on the upstream platform", () => {
  const words = ["--import", "a.jsonc", "--to", "2026-11-20T18:00:00Z", "--refresh", "gala", "--import", "b.jsonc"];
  expect(parseRestoredOptions(words)).toMatchObject({ files: ["a.jsonc", "b.jsonc"], drawIds: ["gala"] });
});

it.each([
  [[]],
  [["--to", "2026-11-20T18:00:00Z", "--import"]],
  [["--to", "2026-11-20T18:00:00Z", "--refresh"]],
  [["--import", "a.jsonc"]],
  [["--to"]],
  [["--to", "yesterday"]],
  [["--to", "2026-11-20T18:00:00"]],
  [["--to", "2026-11-20"]],
  [["--to", "2026-99-20T18:00:00Z"]],
  [["--to", "2026-11-20T18:00:00Z", "--to", "2026-11-20T18:00:00Z"]],
  [["--to", "2026-11-20T18:00:00Z", "--cash", "gala"]],
  [["--to", "2026-11-20T18:00:00Z", "--cash", "gala=-1"]],
  [["--to", "2026-11-20T18:00:00Z", "--cash", "gala=1", "--cash", "gala=2"]],
  [["--to", "2026-11-20T18:00:00Z", "--skip", "5"]],
])("%j is none", (words) => {
  expect(parseRestoredOptions(words)).toBeNull();
});
