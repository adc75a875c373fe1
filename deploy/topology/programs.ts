import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { findNginx } from "@/scripts/programs/nginx.mjs";

import { postgresPrograms } from "./patroni-config";

const requiredPrograms = [
  ["etcd", "etcd-server"],
  ["patroni", "patroni"],
  ["patronictl", "patroni"],
  ["haproxy", "haproxy"],
  ["openssl", "openssl"],
  ["setpriv", "util-linux"],
] as const;

export function isSupportedPatroni(output: string): boolean {
  const version = /\d+\.\d+\.\d+/.exec(output)?.[0] ?? "0";
  return version.localeCompare(oldestPatroni, "en", { numeric: true }) >= 0;
}

export function requirePrograms(): void {
  const missing: string[] = requiredPrograms.filter(([program]) => !isInstalled(program)).map(([, name]) => name);
  if (!findNginx()) missing.push("nginx-light");
  if (!existsSync(join(postgresPrograms, "pg_rewind"))) missing.push("postgresql-15");
  if (missing.length > 0) throw new Error(`Install these first: apt-get install ${[...new Set(missing)].join(" ")}`);
  const { stdout } = spawnSync("patroni", ["--version"], { encoding: "utf8" });
  if (isSupportedPatroni(stdout ?? "")) return;
  throw new Error(
    `This is ${stdout?.trim()}, and older than ${oldestPatroni}: a primary that comes back would take the lock from ` +
      "the node that has it. docs/topology.md (Run it) says where a newer one is.",
  );
}

function isInstalled(program: string): boolean {
  const folders = ["/usr/sbin", ...(process.env.PATH ?? "").split(delimiter)];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Older versions take the lock back from the new primary (docs/topology.md, A primary that comes back). */
const oldestPatroni = "3.1.0";
