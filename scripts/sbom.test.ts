import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

type Component = { name: string; version: string; scope: string; purl: string; hashes: { content: string }[] };
type Locked = {
  version?: string;
  dev?: boolean;
  inBundle?: boolean;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
};

function readLock(): { packages: Record<string, Locked> } {
  return JSON.parse(readFileSync("package-lock.json", "utf8"));
}

it("npm run sbom lists every package that production needs, with its version and hash, and no other", () => {
  const { components } = JSON.parse(
    execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }),
  ) as { components: Component[] };
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  const { packages } = readLock();
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  expect(Object.entries(dependencies).filter(([name, version]) => !listed.has(`${name}@${version}`))).toEqual([]);
  const needed = Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev)
    .map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`);
  expect([...listed].sort()).toEqual([...new Set(needed)].sort());
  expect(components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ""))).toEqual([]);
  const pg = components.find(({ name }) => name === "pg-protocol");
  expect(pg).toMatchObject({ purl: `pkg:npm/pg-protocol@${pg?.version}`, licenses: [{ expression: "MIT" }] });
});

describe("the lock file", () => {
  const { packages } = readLock();

  it("has a hash for every package, or for the one whose archive contains it", () => {
    const isHashed = (path: string) => packages[path]?.inBundle || /^sha512-/.test(packages[path]?.integrity ?? "");
    expect(Object.keys(packages).filter((path) => path !== "" && !isHashed(path))).toEqual([]);
  });

  it("names no registry, and the optional packages of every system", () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
    const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    const known = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
