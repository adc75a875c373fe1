import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";

import type { Database } from "@/lib/platform/db/database";

import type { Call, Turns } from "./turns";
import { never } from "./turns";

/** A connection that broke, as the driver tells it (SQLSTATE 08006). */
export class LostConnection extends Error {
  readonly code = "08006";
  constructor() {
    super("Connection terminated unexpectedly");
  }
}

/**
 * What can happen to a statement or a transaction: it is lost before or after its commit, alone or with its process.
 */
export const databaseFaults = ["lost-before", "lost-after", "dies-before", "dies-after"] as const;

const isRead = (text: string) => /^\s*select\b/i.test(text) && !/\bfor (update|share|key share)\b/i.test(text);

/** The first words of a statement, enough to know it in a trace. */
function aboutOf(text: string): string {
  return text.replaceAll('"', "").replace(/\s+/g, " ").slice(0, 60);
}

type Access = { client: PGlite; turns: Turns; call: Call };

async function withFault<Result>({ turns, call }: Access, fault: string, work: () => Promise<Result>): Promise<Result> {
  if (fault === "lost-before") throw new LostConnection();
  const dies = fault.startsWith("dies");
  if (fault !== "dies-before") {
    const result = await turns.during(work);
    if (!dies && fault !== "lost-after") return result;
  }
  if (!dies) throw new LostConnection();
  call.isDead = true;
  turns.kill(call.process);
  return never();
}

/** A transaction runs as one turn: the embedded database has one connection, so others never see a half of it. */
function transactionOf(access: Access) {
  const { client, turns, call } = access;
  return async (work: Parameters<PGlite["transaction"]>[0]) => {
    const fault = await turns.take(call, "transaction", "a transaction");
    const rollsBack = fault === "lost-before";
    const run = async () => {
      call.inTransaction = true;
      try {
        return await client.transaction(async (tx) => {
          const result = await work(tx);
          if (rollsBack) throw new LostConnection();
          return result;
        });
      } finally {
        call.inTransaction = false;
      }
    };
    return withFault(access, rollsBack ? "none" : fault, run);
  };
}

/**
 * The database as one call sees it: each statement and each transaction waits for its turn and takes what comes with
 * it.
 */
export function openTo(access: Access): Database {
  const { client, turns, call } = access;
  const query = async (text: string, ...rest: unknown[]) => {
    const fault = await turns.take(call, isRead(text) ? "read" : "write", aboutOf(text));
    return withFault(access, fault, () => client.query(text, ...(rest as [])));
  };
  const guarded = { query, transaction: transactionOf(access) };
  return drizzle({ client: guarded as unknown as PGlite }) as unknown as Database;
}
