import "server-only";

import { logFailure, logRetry } from "@/lib/platform/server/log";

type DatabaseFault = { code?: unknown; constraint?: unknown; cause?: unknown };

/** Serialization failure and deadlock. */
const rolledBackCodes = new Set(["40001", "40P01"]);

/** A write reached a standby, as during a failover. The next connection leads to the primary. */
const readOnlyStandby = "25006";

/** Connection exceptions, shutdown or start of the server, too many connections, and a standby. */
const lostConnectionCodes = new RegExp(`^(08...|57P0[123]|53300|${readOnlyStandby})$`);

/** A migration or a pooler invalidated a named statement. Its client drops the name (named-statements.ts). */
const staleStatementCodes = /^(0A000|26000|42P05)$/;

export type RetryContext = WaitContext & { now: () => Date; random: (bytes: number) => Uint8Array };

/** Reads the constraint of SQLSTATE 23505 and 23514. */
export function findBrokenConstraint(error: unknown): string | undefined {
  const fault = findFault(error);
  if (fault?.code !== "23505" && fault?.code !== "23514") return undefined;
  return typeof fault.constraint === "string" ? fault.constraint : undefined;
}

export function getSqlState(error: unknown): string {
  return String(findFault(error)?.code ?? "");
}

/** The database can't be used for now: SQLSTATE 08, 25006, 40001, 40P01, 53, 55P03, 57, or no connection in time. */
export function isUnavailable(error: unknown): boolean {
  const code = getSqlState(error);
  return (
    /^(08|53|57)/.test(code) ||
    [readOnlyStandby, "55P03"].includes(code) ||
    rolledBackCodes.has(code) ||
    isConnectionFailure(error)
  );
}

/**
 * Retries lost connections and rolled-back transactions. A lost attempt may have committed, so `work` must recognize it
 * by its key or by the stored state.
 */
export function withRetry<Result>(ctx: RetryContext, work: () => Promise<Result>): Promise<Result> {
  const startedMs = ctx.now().getTime();
  return retry(ctx, work, {
    waitsMs: [100, 200],
    spread: () => 0.5 + (ctx.random(1)[0] ?? 0) / 256,
    isRetryable: (error) => ctx.now().getTime() - startedMs <= retryWithinMs && isTransient(error),
    logError: logRetry,
  });
}

/** Retries any error for as long as a failover takes, because a known outcome of money must be recorded. */
export function recordWithRetry<Result>(
  ctx: WaitContext,
  what: string,
  work: () => Promise<Result>,
  isRetryable: Retries["isRetryable"] = () => true,
): Promise<Result> {
  return retry(ctx, work, {
    waitsMs: [100, 400, 1500, 4000],
    isRetryable,
    logError: (error) => logFailure(what, error),
  });
}

function findFault(error: unknown): DatabaseFault | undefined {
  let fault = error as DatabaseFault | undefined;
  while (fault && typeof fault === "object") {
    if (typeof fault.code === "string" && fault.code.length === 5) return fault;
    fault = fault.cause as DatabaseFault | undefined;
  }
  return undefined;
}

function isTransient(error: unknown): boolean {
  const code = getSqlState(error);
  return (
    rolledBackCodes.has(code) ||
    lostConnectionCodes.test(code) ||
    staleStatementCodes.test(code) ||
    isConnectionFailure(error)
  );
}

const connectionMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|ECONNREFUSED/;

function isConnectionFailure(error: unknown): boolean {
  let current = error as { message?: unknown; code?: unknown; cause?: unknown } | undefined;
  for (; current && typeof current === "object"; current = current.cause as typeof current) {
    if (/^(ECONN|EPIPE|ETIMEDOUT)/.test(String(current.code))) return true;
    if (connectionMessages.test(String(current.message))) return true;
  }
  return false;
}

type Retries = {
  waitsMs: readonly number[];
  /** A factor on each wait, so that calls that collided don't collide again. */
  spread?: () => number;
  isRetryable: (error: unknown) => boolean;
  logError: (error: unknown) => void;
};

type WaitContext = { wait: (ms: number) => Promise<unknown> };

async function retry<Result>(
  { wait }: WaitContext,
  work: () => Promise<Result>,
  { waitsMs, spread = () => 1, isRetryable, logError }: Retries,
): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      logError(error);
      await wait(waitMs * spread());
    }
  }
  return work();
}

/** Later failures aren't retried, because the caller is waiting for the answer. */
const retryWithinMs = 2000;
