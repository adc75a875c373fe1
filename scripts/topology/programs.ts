import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { findNginx } from "@/scripts/parts/nginx.mjs";

import { postgresPrograms } from "./patroni-config";

/** Programs and the Debian packages that have them. */
const needed = [
  ["etcd", "etcd-server"],
  ["patroni", "patroni"],
  ["patronictl", "patroni"],
  ["haproxy", "haproxy"],
  ["openssl", "openssl"],
  ["setpriv", "util-linux"],
] as const;

function isInstalled(program: string): boolean {
  const folders = ["/usr/sbin", ...(process.env.PATH ?? "").split(delimiter)];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Throws the packages to install if a program is missing. */
export function requirePrograms(): void {
  const missing: string[] = needed.filter(([program]) => !isInstalled(program)).map(([, name]) => name);
  if (!findNginx()) missing.push("nginx-light");
  if (!existsSync(join(postgresPrograms, "pg_rewind"))) missing.push("postgresql-15");
  if (missing.length === 0) return;
  throw new Error(`Install these first: apt-get install ${[...new Set(missing)].join(" ")}`);
}
