import { resolve } from "node:path";
import { freePort } from "@/tests/support/servers/free-port";
import type { StatementPoint } from "./database-proxy";
import { startDatabaseProxy } from "./database-proxy";

/** Holds statements: on PostgreSQL by a proxy, on the embedded database by a module loaded into the server. */
export type StatementTrap = {
  env: Record<string, string>;
  /** Holds the next such statement or its answer forever. `held` resolves when it is held. */
  holdAt: (point: StatementPoint) => Promise<{ held: Promise<void> }>;
  close: () => Promise<void>;
};

export async function startStatementTrap(databaseUrl: string | null): Promise<StatementTrap> {
  if (!databaseUrl) return trapEmbedded();
  const proxy = await startDatabaseProxy(databaseUrl);
  return {
    env: { DATABASE_URL: proxy.url },
    holdAt: async (point) => ({ held: proxy.holdAt(point) }),
    close: proxy.close,
  };
}

async function trapEmbedded(): Promise<StatementTrap> {
  const port = await freePort();
  return {
    env: {
      NODE_OPTIONS: `--import ${resolve("tests/support/preload/hold-statements.mjs")}`,
      STATEMENT_TRAP_PORT: String(port),
    },
    holdAt: async (point) => {
      // The server's guard wraps every HTTP server of its process, but passes calls under `/api` through.
      const answer = await fetch(`http://127.0.0.1:${port}/api/hold?${new URLSearchParams(point)}`);
      if (!answer.ok) throw new Error(`The statement cannot be held: ${answer.status}`);
      const held = answer.text().then(() => undefined);
      // A server that is killed first cuts this answer, while the waiting test still gets the error.
      held.catch(() => undefined);
      return { held };
    },
    close: () => Promise.resolve(),
  };
}
