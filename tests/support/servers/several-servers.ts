import { startSandbox } from "@/sandbox/start-sandbox";

import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import type { Server } from "./server";
import { startServer } from "./server";

/** The servers share a database, its keys and a sandbox. */
export type Servers = { servers: Server[]; sandboxUrl: string; stop: () => Promise<void> };

/** The servers share a data directory and its keys. More than one need `TEST_DATABASE_URL`. */
export async function startServers(count: number, env: Record<string, string> = {}): Promise<Servers> {
  if (count > 1 && !onPostgres)
    throw new Error("Several processes need TEST_DATABASE_URL: use describe.runIf(onPostgres).");
  const dataDir = await freshDataDirectory();
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  const servers: Server[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await sandbox.close();
    await removeDataDirectory(dataDir);
  };
  try {
    // Starts them in sequence, because the first creates the keys that the others read.
    while (servers.length < count) servers.push(await startServer({ dataDir, sandbox, env }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, sandboxUrl: sandbox.url, stop };
}

/** Alternates between the servers. */
export function inTurn(servers: () => Servers): () => Server {
  let calls = 0;
  return () => {
    calls += 1;
    const running = servers().servers;
    const server = running[calls % running.length];
    if (!server) throw new Error("No process was started.");
    return server;
  };
}
