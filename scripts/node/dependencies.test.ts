import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

const moduleUrl = pathToFileURL("scripts/node/dependencies.mjs").href;
const nextPackage = { "node_modules/next": { version: "16.4.6" } };
const otherNode = { "node_modules/node-sunos-x64": { version: "24.21.0", optional: true, os: "sunos", cpu: "x64" } };
const ownNode = {
  "node_modules/node-this-one": { version: "24.21.0", optional: true, os: process.platform, cpu: process.arch },
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tirage-dependencies-"));
  mkdirSync(join(folder, "node_modules"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function ask(words: string, packages: { locked: object; installed: object }, path = process.env.PATH): string {
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: { "": {}, ...packages.locked } }));
  const mark = join(folder, "node_modules", ".package-lock.json");
  writeFileSync(mark, JSON.stringify({ packages: packages.installed }));
  const code = `const m = await import(${JSON.stringify(moduleUrl)}); console.log(${words})`;
  const env = { ...process.env, PATH: path };
  return execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, env, encoding: "utf8" });
}

describe("whether all is installed", () => {
  const locked = { ...nextPackage, ...otherNode, ...ownNode };

  it.each([
    ["with the Node.js of this system", { ...nextPackage, ...ownNode }, "true"],
    ["without it, though it is optional", nextPackage, "false"],
    ["with another version", { ...ownNode, "node_modules/next": { version: "16.4.5" } }, "false"],
  ])("%s", (_case, installed, answer) => {
    expect(ask("m.isInstalled()", { locked, installed }).trim()).toBe(answer);
  });
});

it("runs npm on the Node.js of the system, as npm empties node_modules", () => {
  const npm = join(folder, "npm");
  writeFileSync(npm, '#!/bin/sh\necho "$PATH"\n');
  chmodSync(npm, 0o755);
  const inPackages = join(folder, "node_modules", ".bin");
  const path = [inPackages, folder, process.env.PATH].join(delimiter);
  const output = ask("(await m.installDependencies()).output", { locked: nextPackage, installed: {} }, path);
  expect(output.split(delimiter)).toContain(folder);
  expect(output).not.toContain(inPackages);
});
