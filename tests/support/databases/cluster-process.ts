import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown } from "node:fs/promises";
import { join } from "node:path";

import { pollUntil } from "@/tests/support/servers/poll-until";
import { runStatements } from "./postgres-database";

const debianFolder = "/usr/lib/postgresql";

/** The newest version installed from Debian's packages, if any. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(debianFolder, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** PostgreSQL refuses to run as root, so root uses the user of Debian's package. */
export type Owner = { uid?: number; gid?: number };

export function findOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

export async function changeOwner({ uid, gid }: Owner, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** The signal chooses how the cluster shuts down. */
export type ClusterProcess = { end: (signal: NodeJS.Signals) => Promise<void> };

export type ProgramOptions = Owner & { cwd: string; env?: NodeJS.ProcessEnv };

const patience = { timeout: 120_000, interval: 200 };

export async function startCluster(
  programs: string,
  place: { data: string; port: number; settings: readonly string[] },
  how: ProgramOptions,
): Promise<ClusterProcess> {
  const settings = place.settings.flatMap((setting) => ["-c", setting]);
  const words = ["-D", place.data, "-p", String(place.port), ...settings];
  const child = spawn(join(programs, "postgres"), words, { ...how, stdio: "ignore" });
  const ended = new Promise<void>((end) => child.once("close", () => end()));
  const url = `postgres://postgres@127.0.0.1:${place.port}/postgres`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const hasEnded = () => child.exitCode !== null;
  const isOpen = async () => {
    if (hasEnded()) return false;
    const [row] = await runStatements(url, ["select pg_is_in_recovery() as recovering"]);
    return row?.recovering === false;
  };
  try {
    await pollUntil(isOpen, (open) => open || hasEnded(), patience);
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
  if (hasEnded()) throw new Error(`The cluster ended with ${child.exitCode}.`);
  return { end };
}
