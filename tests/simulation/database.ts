import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";

import type { Database } from "@/lib/platform/db/database";

import type { Call, Turns } from "./turns";
import { never } from "./turns";

/** A broken connection, as the driver reports it (SQLSTATE 08006). */
export class LostConnection extends Error {
  readonly code = "08006";
  constructor() {
    super("Connection terminated unexpectedly");
  }
}

/** The connection is lost before or after the commit, alone or with the process. */
export const databaseFaults = ["lost-before", "lost-after", "dies-before", "dies-after"] as const;

const isRead = (text: string) => /^\s*select\b/i.test(text) && !/\bfor (update|share|key share)\b/i.test(text);

/** Each statement and transaction waits for its turn and its fault. */
export function openTo(access: Access): Database {
  const { client, turns, call } = access;
  const query = async (text: string, ...rest: unknown[]) => {
    const fault = await turns.take(call, isRead(text) ? "read" : "write", describeStatement(text));
    return withFault(access, fault, () => client.query(text, ...(rest as [])));
  };
  const guarded = { query, transaction: createTransaction(access) };
  return drizzle({ client: guarded as unknown as PGlite }) as unknown as Database;
}

function describeStatement(text: string): string {
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

/** A transaction takes one turn, because the embedded database has one connection, so others never see part of it. */
function createTransaction(access: Access) {
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
