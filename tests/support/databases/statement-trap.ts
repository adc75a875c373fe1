import { resolve } from "node:path";
import { freePort } from "@/tests/support/servers/free-port";
import type { StatementPoint } from "./database-proxy";
import { startDatabaseProxy } from "./database-proxy";

/**
 * Stops a server between two statements, on either database: PostgreSQL by a proxy on its way, the embedded one by a
 * module that is loaded into the server. Nothing of the product knows of it.
 */
export type StatementTrap = {
  /** What the server must be started with. */
  env: Record<string, string>;
  /** Will keep back the next such statement, or its answer, for ever; `held` resolves once it is kept back. */
  holdAt: (point: StatementPoint) => Promise<{ held: Promise<void> }>;
  close: () => Promise<void>;
};

async function trapEmbedded(): Promise<StatementTrap> {
  const port = await freePort();
  return {
    env: {
      NODE_OPTIONS: `--import ${resolve("tests/support/preload/hold-statements.mjs")}`,
      STATEMENT_TRAP_PORT: String(port),
    },
    holdAt: async (point) => {
      // A call, which the server's guard passes on as it is: to it each server of its process is one of ours.
      const answer = await fetch(`http://127.0.0.1:${port}/api/hold?${new URLSearchParams(point)}`);
      if (!answer.ok) throw new Error(`The statement cannot be held: ${answer.status}`);
      const held = answer.text().then(() => undefined);
      // A server that is killed before it gets there cuts the answer: whoever waits for it is told.
      held.catch(() => undefined);
      return { held };
    },
    close: () => Promise.resolve(),
  };
}

/** A trap for a server on `databaseUrl`, or on the embedded database where that is null. */
export async function startStatementTrap(databaseUrl: string | null): Promise<StatementTrap> {
  if (!databaseUrl) return trapEmbedded();
  const proxy = await startDatabaseProxy(databaseUrl);
  return {
    env: { DATABASE_URL: proxy.url },
    holdAt: async (point) => ({ held: proxy.holdAt(point) }),
    close: proxy.close,
  };
}
