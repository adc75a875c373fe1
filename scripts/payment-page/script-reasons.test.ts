import { describe, expect, it } from "vitest";

import { pagePolicy, pixelPolicy } from "@/lib/platform/csp/policy.mjs";

import { foreignFrames, foreignScripts } from "./script-reasons.mjs";

function foreignSources(policy: string, name = "script-src"): string[] {
  const sources = policy.split("; ").find((directive) => directive.startsWith(`${name} `)) ?? "";
  return sources.split(" ").filter((source) => source.startsWith("https:"));
}

const card = { cardScriptUrl: foreignScripts[0]?.url ?? "", cardFrames: [] };
const widest = pagePolicy("sale", { ...card, standInScripts: null, appCheck: true, secure: true }, []);

function listUrls(where: string): string[] {
  return foreignScripts.filter((script) => script.where === where).map(({ url }) => url);
}

describe("the scripts of others in the inventory", () => {
  it("are those that the policy of a page which sells allows, no more and no less", () => {
    expect(foreignSources(widest)).toEqual(listUrls("page"));
  });

  it("are in the pixel's frame those of its own policy", () => {
    expect(foreignSources(pixelPolicy).map((host) => `${host}/`)).toEqual(listUrls("frame"));
  });
});

describe("the frames of others in the inventory", () => {
  it("are those that the policy of a page which sells allows, no more and no less, each with a reason", () => {
    expect(foreignSources(widest, "frame-src")).toEqual(foreignFrames.map(({ url }) => url));
    for (const { when, reason } of foreignFrames) expect(Math.min(when.length, reason.length)).toBeGreaterThan(10);
  });
});
