import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { changeOwner, findOwner, findPostgresPrograms, startCluster } from "@/tests/support/databases/cluster-process";
import { freePort } from "@/tests/support/servers/free-port";

/** `url` is null without a PostgreSQL, in which case the server uses the embedded database. */
export type Postgres = { url: string | null; note: string; stop: () => Promise<void> };

export async function openServer(): Promise<Postgres> {
  const url = process.env.DATABASE_URL;
  if (url) return { url, note: "that of DATABASE_URL", stop: async () => {} };
  const programs = findPostgresPrograms();
  if (programs) return openCluster(programs);
  return { url: null, note: "none: the embedded database", stop: async () => {} };
}

/** Debian's defaults, including durability, except the number of connections. */
async function openCluster(programs: string): Promise<Postgres> {
  const as = findOwner();
  mkdirSync(".cache", { recursive: true });
  const data = await mkdtemp(resolve(".cache/bench-postgres-"));
  await changeOwner(as, data);
  const locale = ["--locale=C.UTF-8", "--encoding=UTF8"];
  const initdb = ["-D", data, "-U", "postgres", "--auth=trust", ...locale];
  execFileSync(join(programs, "initdb"), initdb, { ...as, cwd: "/", stdio: "ignore" });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${data}`, "max_connections=200"];
  const remove = () => rm(data, { recursive: true, force: true });
  const { end } = await startCluster(programs, { data, port, settings }, { ...as, cwd: "/" }).catch(async (error) => {
    await remove();
    throw error;
  });
  const stop = async () => {
    await end("SIGINT");
    await remove();
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, note: `a temporary cluster of ${programs}`, stop };
}
