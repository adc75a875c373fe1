import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

type Component = { name: string; version: string; scope: string; purl: string; hashes: { content: string }[] };
type Lock = { packages: Record<string, { version?: string; dev?: boolean }> };

it("npm run sbom lists every package that production needs, with its version and hash, and no other", () => {
  const { components } = JSON.parse(
    execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }),
  ) as { components: Component[] };
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  expect(Object.entries(dependencies).filter(([name, version]) => !listed.has(`${name}@${version}`))).toEqual([]);
  const needed = Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev)
    .map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`);
  expect([...listed].sort()).toEqual([...new Set(needed)].sort());
  // Builds for other systems that aren't installed here have none in the lock file.
  const required = components.filter(({ scope }) => scope === "required");
  expect(required.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ""))).toEqual([]);
  const pg = components.find(({ name }) => name === "pg-protocol");
  expect(pg).toMatchObject({ purl: `pkg:npm/pg-protocol@${pg?.version}`, licenses: [{ expression: "MIT" }] });
});
