import { icons } from "@iconify-json/lucide";
import { describe, expect, it } from "vitest";

import { isPlainDrawing } from "./rules";

describe("isPlainDrawing", () => {
  it("accepts every Lucide icon", () => {
    const bodies = Object.values(icons.icons).map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(1000);
    expect(bodies.filter((body) => !isPlainDrawing(body))).toEqual([]);
  });

  it.each([
    "",
    "words",
    "<script>alert(1)</script>",
    '<path d="M0 0" onload="alert(1)"/>',
    '<path d="M0 0"/><img src="x"/>',
    '<image href="https://example.com/a.png"/>',
    '<use href="#a"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<path fill="url(https://example.com/#a)"/>',
    '<path fill="red\nurl(a.svg#a)"/>',
    '<path style="fill:red"/>',
    "<style>*{display:none}</style>",
    "<path d='M0 0' onclick='alert(1)'/>",
    '<path d="M0 0"/><!-- -->',
    '<foreignObject><path d="M0 0"/></foreignObject>',
    '<path d="M0 0"',
    '<path d="&#106;avascript:"/>',
  ])("refuses %s", (body) => {
    expect(isPlainDrawing(body)).toBe(false);
  });
});
