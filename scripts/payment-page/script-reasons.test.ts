import { describe, expect, it } from "vitest";

import { pagePolicy, pixelPolicy } from "@/lib/platform/csp/policy.mjs";

import { foreignScripts } from "./script-reasons.mjs";

/** The hosts, folders and paths of elsewhere from which a policy allows scripts. */
function foreignSources(policy: string): string[] {
  const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src ")) ?? "";
  return scripts.split(" ").filter((source) => source.startsWith("https:"));
}

function addressesOf(where: string): string[] {
  return foreignScripts.filter((script) => script.where === where).map(({ address }) => address);
}

describe("the scripts of others in the inventory", () => {
  it("are those that the policy of a page which sells allows, no more and no less", () => {
    const cardScriptUrl = foreignScripts[0]?.address ?? "";
    const policy = pagePolicy("sale", { cardScriptUrl, standInScripts: null, appCheck: true, secure: true }, []);
    expect(foreignSources(policy)).toEqual(addressesOf("page"));
  });

  it("are in the pixel's frame those of its own policy", () => {
    expect(foreignSources(pixelPolicy).map((host) => `${host}/`)).toEqual(addressesOf("frame"));
  });
});
