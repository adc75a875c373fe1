import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/tests/support/servers/free-port";
import type { ClusterProcess, Owner } from "./cluster-process";
import { changeOwner, findOwner, findPostgresPrograms, startCluster } from "./cluster-process";
import { runStatements } from "./postgres-database";

const stanza = "tirage";

/** A PostgreSQL cluster with the shipped configuration of backups and its own repository. */
export type OwnCluster = {
  url: string;
  backUp: () => void;
  /** Archives everything written so far. */
  archive: () => void;
  destroy: () => Promise<void>;
  /** Restores to an instant, or as far as the archive goes. */
  restore: (to?: Date) => Promise<void>;
  close: () => Promise<void>;
};

export function findBackupObstacle(): string | null {
  if (!existsSync("/usr/bin/pgbackrest")) return "pgBackRest isn't installed.";
  return findPostgresPrograms() ? null : "No PostgreSQL is installed.";
}

/** For data, repository, sockets and logs. Owned by the cluster's user. */
async function makeFolder(as: Owner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tirage-cluster-"));
  for (const name of ["", "repo", "log", "lock", "spool"]) {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    await changeOwner(as, path);
  }
  for (const name of ["pgbackrest.conf", "postgresql.conf"]) {
    await copyFile(join("deploy/pgbackrest", name), join(folder, name));
    await chmod(join(folder, name), 0o644);
  }
  return folder;
}

/** Overrides the shipped paths and ports of one machine. */
function createEnvironment(folder: string, port: number): NodeJS.ProcessEnv {
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

function backupTime(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", "+00");
}

function createSettings(folder: string): string {
  const included = `include '${join(folder, "postgresql.conf")}'`;
  return `${included}\nlisten_addresses = '127.0.0.1'\nmax_connections = 60\nunix_socket_directories = '${folder}'\n`;
}

/** Opens a cluster with an empty database `tirage`, after checking its archive. */
export async function openOwnCluster(): Promise<OwnCluster> {
  const programs = findPostgresPrograms() ?? "";
  const as = findOwner();
  const folder = await makeFolder(as);
  const data = join(folder, "data");
  const port = await freePort();
  const how = { ...as, cwd: "/", env: createEnvironment(folder, port), stdio: "pipe" } as const;
  let running: ClusterProcess | null = null;

  const backRest = (...words: string[]) => execFileSync("/usr/bin/pgbackrest", [`--stanza=${stanza}`, ...words], how);

  async function start(): Promise<void> {
    running = await startCluster(programs, { data, port, settings: [] }, how);
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    await running?.end(signal);
    running = null;
  }

  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "--locale=C.UTF-8"], how);
  await appendFile(join(data, "postgresql.conf"), createSettings(folder));
  await start();
  backRest("stanza-create");
  await runStatements(`postgres://postgres@127.0.0.1:${port}/postgres`, ["create database tirage"]);

  return {
    url: `postgres://postgres@127.0.0.1:${port}/tirage`,
    backUp: () => void backRest("--type=full", "backup"),
    archive: () => void backRest("check"),
    destroy: async () => {
      await stop("SIGQUIT");
      await rm(data, { recursive: true, force: true });
    },
    restore: async (to) => {
      await mkdir(data, { mode: 0o700 });
      await changeOwner(as, data);
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
