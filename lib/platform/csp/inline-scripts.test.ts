import { describe, expect, it } from "vitest";

import { inspectInlineScripts } from "./inline-scripts.mjs";
import { hashSource } from "./policy.mjs";
import { themeScript } from "./theme-script.mjs";

const flight = 'self.__next_f.push([1,"a:\\"b\\"\\n"])';
const bootstrap =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["a.js"],"runtimeModuleIds":[1]});';

function page(...scripts: string[]): string {
  return `<html><body>${scripts.map((text) => `<script>${text}</script>`).join("")}</body></html>`;
}

describe("inspectInlineScripts", () => {
  it("hashes the scripts of the framework and of the layout", () => {
    const start = "(self.__next_f=self.__next_f||[]).push([0])";
    const { sources, unknown } = inspectInlineScripts(page(themeScript(), start, flight, bootstrap));
    expect(unknown).toEqual([]);
    expect(sources).toEqual([themeScript(), start, flight, bootstrap].map(hashSource));
  });

  it.each([
    "alert(1)",
    `${flight};alert(1)`,
    `${flight.slice(0, -1)},alert(1))`,
    "self.__next_f.push(alert(1))",
    "self.__next_f.push([1,fetch('/')])",
    `${themeScript()};alert(1)`,
    `${bootstrap}alert(1)`,
  ])("doesn't count %s as one of them", (text) => {
    const { sources, unknown } = inspectInlineScripts(page(text));
    expect(sources).toEqual([]);
    expect(unknown).toEqual([text.slice(0, 60)]);
  });

  it("ignores scripts with a URL and blocks of data", () => {
    const html =
      '<script src="/a.js" async=""></script><script type="application/ld+json">{"a":1}</script><script type="application/json">1</script>';
    expect(inspectInlineScripts(html)).toEqual({ sources: [], unknown: [] });
  });

  it.each(["module", "text/javascript", "importmap", "speculationrules", "APPLICATION/JAVASCRIPT"])(
    "treats type %s as code",
    (type) => {
      expect(inspectInlineScripts(`<script type="${type}">alert(1)</script>`).unknown).toEqual(["alert(1)"]);
    },
  );
});
