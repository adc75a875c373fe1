import { describe, expect, it } from "vitest";
import { hourMs } from "@/lib/durations";

import type { CountedReport } from "./report-counts";
import { createReportCounts } from "./report-counts";

const inline = { directive: "script-src-elem", blocked: "inline" };
const evil = { directive: "script-src-elem", blocked: "https://evil.example" };

function openCounts() {
  const logged: CountedReport[] = [];
  return { logged, counts: createReportCounts((reports) => logged.push(reports)) };
}

describe("createReportCounts", () => {
  it("tells a new kind at once, and again with its count after an hour", () => {
    const { logged, counts } = openCounts();
    for (let index = 0; index < 50; index += 1) counts.add([inline], index);
    expect(logged).toEqual([{ ...inline, times: 1 }]);
    counts.add([inline], hourMs);
    expect(logged).toEqual([
      { ...inline, times: 1 },
      { ...inline, times: 50 },
    ]);
  });

  it("tells kinds apart by directive and by what was blocked", () => {
    const { logged, counts } = openCounts();
    const other = { ...inline, directive: "img-src" };
    counts.add([inline, evil, inline, other], 0);
    expect(logged).toEqual([
      { ...inline, times: 2 },
      { ...evil, times: 1 },
      { ...other, times: 1 },
    ]);
  });

  it("tells what is due of one kind when another one comes", () => {
    const { logged, counts } = openCounts();
    counts.add([inline], 0);
    counts.add([inline], 1);
    counts.add([evil], hourMs);
    expect(logged.slice(1)).toEqual([
      { ...inline, times: 1 },
      { ...evil, times: 1 },
    ]);
  });

  it("takes a kind for new that did not come for a day", () => {
    const { logged, counts } = openCounts();
    counts.add([inline], 0);
    counts.add([inline], 25 * hourMs);
    expect(logged).toEqual([
      { ...inline, times: 1 },
      { ...inline, times: 1 },
    ]);
  });

  it("writes no more than a hundred lines and one in an hour, whatever is reported, and loses no count", () => {
    const { logged, counts } = openCounts();
    const made = (at: number) => ({ directive: "img-src", blocked: `https://${at}.example` });
    for (let index = 0; index < 5000; index += 1) counts.add([made(index)], index);
    expect(logged).toHaveLength(101);
    expect(logged.at(-1)).toEqual({ directive: "other", blocked: "too many kinds", times: 1 });
    counts.add([made(1)], hourMs + 5000);
    const times = logged.reduce((sum, one) => sum + one.times, 0);
    expect(times).toBe(5001);
  });

  it("has room for new kinds once old ones did not come for a day", () => {
    const { logged, counts } = openCounts();
    for (let index = 0; index < 100; index += 1)
      counts.add([{ directive: "img-src", blocked: `https://${index}.example` }], index);
    counts.add([evil], 25 * hourMs);
    expect(logged.at(-1)).toEqual({ ...evil, times: 1 });
  });
});
