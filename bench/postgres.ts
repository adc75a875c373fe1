import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";

import { freePort } from "@/tests/support/free-port";

/** The PostgreSQL that a run works on; `url` is null where there is none, and the server uses the embedded database. */
export type Postgres = { url: string | null; note: string; stop: () => Promise<void> };

const debianFolder = "/usr/lib/postgresql";

/** Debian's binaries of the newest version; undefined where none is installed. */
function findBinaries(): string | undefined {
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(debianFolder, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** PostgreSQL refuses to run as root: there it runs as the user of Debian's package. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function waitUntilOpen(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && child.exitCode === null; await wait(100)) {
    const client = new Client({ connectionString: url });
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isOpen) return;
  }
  throw new Error("The temporary PostgreSQL does not answer.");
}

/** A cluster with Debian's defaults, durable as they are, but for the number of connections. */
async function startCluster(binaries: string): Promise<Postgres> {
  const as = owner();
  mkdirSync(".cache", { recursive: true });
  const folder = await mkdtemp(resolve(".cache/bench-postgres-"));
  if (as.uid !== undefined && as.gid !== undefined) await chown(folder, as.uid, as.gid);
  const locale = ["--locale=C.UTF-8", "--encoding=UTF8"];
  const initdb = ["-D", folder, "-U", "postgres", "--auth=trust", ...locale];
  execFileSync(join(binaries, "initdb"), initdb, { ...as, cwd: "/", stdio: "ignore" });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "max_connections=200"];
  const options = ["-D", folder, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(join(binaries, "postgres"), options, { ...as, cwd: "/", stdio: "ignore" });
  const ended = new Promise<void>((end) => child.once("close", () => end()));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    child.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await waitUntilOpen(url, child).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, note: `a temporary cluster of ${binaries}`, stop };
}

/** That of `DATABASE_URL`, else one of its own, else none. */
export async function openServer(): Promise<Postgres> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, note: "that of DATABASE_URL", stop: async () => {} };
  const binaries = findBinaries();
  if (binaries) return startCluster(binaries);
  return { url: null, note: "none: the embedded database", stop: async () => {} };
}
