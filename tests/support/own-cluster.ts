import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { appendFile, chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "./free-port";
import { pollUntil } from "./poll-until";
import { runStatements } from "./postgres-database";

const debianFolder = "/usr/lib/postgresql";
const stanza = "tirage";

/** A PostgreSQL cluster of a test's own, with the shipped configuration of backups and a repository beside it. */
export type OwnCluster = {
  url: string;
  /** Takes a full backup. */
  backUp: () => void;
  /** Has all that was written so far archived. */
  archive: () => Promise<void>;
  /** Loses the machine: the cluster and all of its files, not the repository. */
  destroy: () => Promise<void>;
  /** Restores the cluster from the repository and starts it: to an instant, or as far as the archive goes. */
  restore: (to?: Date) => Promise<void>;
  close: () => Promise<void>;
};

function findBinaries(): string | undefined {
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(debianFolder, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** Why no cluster can be backed up here; null if one can. */
export function whyNoBackups(): string | null {
  if (!existsSync("/usr/bin/pgbackrest")) return "pgBackRest isn't installed.";
  return findBinaries() ? null : "No PostgreSQL binaries are installed.";
}

/** PostgreSQL refuses to run as root: there it runs as the user of Debian's package. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A folder for data, repository, sockets and logs, which the cluster's user owns. */
async function makeFolder(as: ReturnType<typeof owner>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tirage-cluster-"));
  for (const name of ["", "repo", "log", "lock", "spool"]) {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    if (as.uid !== undefined && as.gid !== undefined) await chown(path, as.uid, as.gid);
  }
  for (const name of ["pgbackrest.conf", "postgresql.conf"]) {
    await copyFile(join("deploy/pgbackrest", name), join(folder, name));
    await chmod(join(folder, name), 0o644);
  }
  return folder;
}

/** What the shipped configuration says of one machine is said again for this folder. */
function environmentOf(folder: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PGBACKREST_CONFIG: join(folder, "pgbackrest.conf"),
    PGBACKREST_REPO1_PATH: join(folder, "repo"),
    PGBACKREST_LOG_PATH: join(folder, "log"),
    PGBACKREST_LOCK_PATH: join(folder, "lock"),
    PGBACKREST_SPOOL_PATH: join(folder, "spool"),
    PGBACKREST_PG1_PATH: join(folder, "data"),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: folder,
  };
}

/** An instant as pgBackRest takes it: `2026-11-20 18:00:00.000+00`. */
function backupTime(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", "+00");
}

const patience = { timeout: 120_000, interval: 200 };

/** Opens the cluster with an empty database `tirage`, its archive checked. */
export async function openOwnCluster(): Promise<OwnCluster> {
  const binaries = findBinaries() ?? "";
  const as = owner();
  const folder = await makeFolder(as);
  const data = join(folder, "data");
  const port = await freePort();
  const how = { ...as, cwd: "/", env: environmentOf(folder, port), stdio: "pipe" } as const;
  const url = `postgres://postgres@127.0.0.1:${port}/tirage`;
  const server = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running: { end: (signal: NodeJS.Signals) => void; ended: Promise<void> } | null = null;

  const backRest = (...words: string[]) => execFileSync("/usr/bin/pgbackrest", [`--stanza=${stanza}`, ...words], how);

  async function start(): Promise<void> {
    const child = spawn(join(binaries, "postgres"), ["-D", data, "-p", String(port)], { ...how, stdio: "ignore" });
    const ended = new Promise<void>((end) => child.once("close", () => end()));
    running = { end: (signal) => void child.kill(signal), ended };
    const isOpen = () =>
      runStatements(server, ["select pg_is_in_recovery() as recovering"]).then(
        ([row]) => row?.recovering === false,
        () => false,
      );
    await pollUntil(isOpen, (open) => open || child.exitCode !== null, patience);
    if (child.exitCode !== null) throw new Error(`The cluster ended with ${child.exitCode}.`);
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    running?.end(signal);
    await running?.ended;
    running = null;
  }

  execFileSync(join(binaries, "initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "--locale=C.UTF-8"], how);
  await appendFile(
    join(data, "postgresql.conf"),
    `include '${join(folder, "postgresql.conf")}'\nlisten_addresses = '127.0.0.1'\nmax_connections = 60\n` +
      `unix_socket_directories = '${folder}'\n`,
  );
  if (as.uid !== undefined && as.gid !== undefined) chownSync(join(data, "postgresql.conf"), as.uid, as.gid);
  await start();
  backRest("stanza-create");
  await runStatements(server, ["create database tirage"]);

  return {
    url,
    backUp: () => void backRest("--type=full", "backup"),
    archive: async () => void backRest("check"),
    destroy: async () => {
      await stop("SIGQUIT");
      await rm(data, { recursive: true, force: true });
    },
    restore: async (to) => {
      await mkdir(data, { mode: 0o700 });
      if (as.uid !== undefined && as.gid !== undefined) await chown(data, as.uid, as.gid);
      const target = to ? ["--type=time", `--target=${backupTime(to)}`, "--target-action=promote"] : [];
      backRest(...target, "restore");
      await start();
    },
    close: async () => {
      await stop("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
