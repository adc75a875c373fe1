import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "./database";
import { queryRows } from "./database";
import type { RetryContext } from "./errors";
import { withRetry } from "./errors";

type TransactContext = RetryContext & { db: Database };

type Outcome = { ok: boolean } | null;

/** The same id is another transaction on another server, such as a promoted standby. */
type TransactionIdentity = { transactionId: string; server: string };

const serverStartTime = sql`extract(epoch from pg_postmaster_start_time())::text`;

/**
 * Rolls back if `work` returns a refusal. If the connection breaks, repeats the work, unless the commit succeeded and
 * only its answer was lost; then returns the first result.
 */
export async function transact<Result extends Outcome>(
  ctx: TransactContext,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  let last: { identity: TransactionIdentity; result: Result } | null = null;
  const tryOnce = async () => {
    if (last && (await wasCommitted(ctx.db, last.identity))) return last.result;
    return ctx.db.transaction(async (tx) => {
      const result = await work(tx);
      if (result !== null && !result.ok) throw new RolledBack(result);
      last = { identity: await readIdentity(tx), result };
      return result;
    });
  };
  try {
    return await withRetry(ctx, tryOnce);
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as Result;
    throw error;
  }
}

class RolledBack extends Error {
  constructor(readonly refusal: Outcome) {
    super("A refusal undoes its transaction.");
  }
}

async function readIdentity(tx: Database): Promise<TransactionIdentity> {
  const [row] = await queryRows<TransactionIdentity>(
    tx,
    sql`select pg_current_xact_id()::text as "transactionId", ${serverStartTime} as server`,
  );
  if (!row) throw new Error("PostgreSQL names no transaction.");
  return row;
}

/** While the outcome is unknown, throws an error that counts as a lost connection, so that the call is retried. */
async function wasCommitted(db: Database, { transactionId, server }: TransactionIdentity): Promise<boolean> {
  const [row] = await queryRows<{ status: string | null }>(
    db,
    sql`select case when ${serverStartTime} = ${server} then pg_xact_status(${transactionId}::xid8) end as status`,
  );
  if (row?.status === "committed" || row?.status === "aborted") return row.status === "committed";
  throw Object.assign(new Error("Whether a transaction was committed is not known yet."), { code: "08007" });
}
