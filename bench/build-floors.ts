import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const sources = "bench/floors";
const digestFile = "floors-made-of";

export const floorsProject = ".cache/floors";

/** Rebuilds only when a version or a source changes. */
export function buildFloors(): void {
  const [source, digestPath] = [readSource(), join(floorsProject, digestFile)];
  if (existsSync(digestPath) && readFileSync(digestPath, "utf8") === source) return;
  rmSync(floorsProject, { recursive: true, force: true });
  cpSync(sources, floorsProject, { recursive: true });
  const build = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build", floorsProject], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (build.status !== 0) throw new Error(`The floors do not build:\n${build.stdout}${build.stderr}`);
  writeFileSync(digestPath, source);
}

function readVersion(name: string): string {
  return JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")).version;
}

function readSource(): string {
  const versions = ["next", "react", "react-dom"].map((name) => `${name}@${readVersion(name)}`);
  const files = readdirSync(sources, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  return [...versions, ...texts].join("\n");
}
