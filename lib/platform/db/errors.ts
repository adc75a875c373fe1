import "server-only";

import { logFailure, logRetry } from "@/lib/platform/server/log";

type DatabaseFault = { code?: unknown; constraint?: unknown; cause?: unknown };

/** Undone because of others at work: serialization failure and deadlock. */
const undoneCodes = new Set(["40001", "40P01"]);

/** A write that reached a standby, as during a failover: the next connection leads to the primary. */
const standby = "25006";

/** No connection, a lost one, a server that stops or starts, too many connections, a standby. */
const lostConnection = new RegExp(`^(08...|57P0[123]|53300|${standby})$`);

/** A named statement that a migration or a pooler made invalid: its client (named-statements.ts) drops the name. */
const staleStatement = /^(0A000|26000|42P05)$/;

function findFault(error: unknown): DatabaseFault | undefined {
  let fault = error as DatabaseFault | undefined;
  while (fault && typeof fault === "object") {
    if (typeof fault.code === "string" && fault.code.length === 5) return fault;
    fault = fault.cause as DatabaseFault | undefined;
  }
  return undefined;
}

/** The constraint or unique index that a statement broke (SQLSTATE 23505, 23514), or undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  const fault = findFault(error);
  if (fault?.code !== "23505" && fault?.code !== "23514") return undefined;
  return typeof fault.constraint === "string" ? fault.constraint : undefined;
}

/** The SQLSTATE of what a database refused, or an empty text. */
export function codeOf(error: unknown): string {
  return String(findFault(error)?.code ?? "");
}

/**
 * True when the same work may succeed a moment later: undone because of others, a lost connection, a stale statement.
 */
function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return undoneCodes.has(code) || lostConnection.test(code) || staleStatement.test(code) || connectionFailed(error);
}

/**
 * True if the database couldn't be used, which is temporary: no connection in time, a lost one, a statement or lock
 * that waited too long, work rolled back again and again, a standby (SQLSTATE 08, 25006, 40001, 40P01, 53, 55P03, 57).
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(08|53|57)/.test(code) || [standby, "55P03"].includes(code) || undoneCodes.has(code) || connectionFailed(error)
  );
}

const connectionWords =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|ECONNREFUSED/;

function connectionFailed(error: unknown): boolean {
  let current = error as { message?: unknown; code?: unknown; cause?: unknown } | undefined;
  for (; current && typeof current === "object"; current = current.cause as typeof current) {
    if (/^(ECONN|EPIPE|ETIMEDOUT)/.test(String(current.code))) return true;
    if (connectionWords.test(String(current.message))) return true;
  }
  return false;
}

/** How work is retried: after which waits in ms, which errors may be temporary, and what is logged about them. */
type Retries = {
  waitsMs: readonly number[];
  /** By what a wait is multiplied: those who collided shall not meet again. */
  spread?: () => number;
  mayPass: (error: unknown) => boolean;
  note: (error: unknown) => void;
};

type Waiting = { wait: (ms: number) => Promise<unknown> };

/** Runs `work` until it succeeds or fails permanently; after the last wait its error is thrown, whatever it is. */
async function tryAgain<Result>(
  { wait }: Waiting,
  work: () => Promise<Result>,
  { waitsMs, spread = () => 1, mayPass, note }: Retries,
): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      note(error);
      await wait(waitMs * spread());
    }
  }
  return work();
}

/** After this long, in ms, nothing is tried again: somebody waits for the answer. */
const patienceMs = 2000;

/** What a retry needs of a use case's context. */
type Pacing = Waiting & { now: () => Date; random: (bytes: number) => Uint8Array };

/**
 * Runs `work` again after a deadlock, a serialization failure or a lost connection, three times at most and within
 * about two seconds. What broke off may have been committed: `work` must find that out by its key or by the state it
 * left.
 */
export function withRetry<Result>(ctx: Pacing, work: () => Promise<Result>): Promise<Result> {
  const startedMs = ctx.now().getTime();
  return tryAgain(ctx, work, {
    waitsMs: [100, 200],
    spread: () => 0.5 + (ctx.random(1)[0] ?? 0) / 256,
    mayPass: (error) => ctx.now().getTime() - startedMs <= patienceMs && isTransient(error),
    note: logRetry,
  });
}

/**
 * Runs `work`, which records a known outcome of money, again after any error except those that `mayPass` rules out: a
 * database that fails over is back within seconds. `what` names the work in the log line of each temporary error.
 */
export function recordWithRetry<Result>(
  ctx: Waiting,
  what: string,
  work: () => Promise<Result>,
  mayPass: Retries["mayPass"] = () => true,
): Promise<Result> {
  return tryAgain(ctx, work, { waitsMs: [100, 400, 1500, 4000], mayPass, note: (error) => logFailure(what, error) });
}
