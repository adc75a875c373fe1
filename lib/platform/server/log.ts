import "server-only";

import { randomUUID } from "node:crypto";

import type { LogLevel, LogScope, ScopeNames } from "./log-lines.mjs";
import { describeError, formatLine, logScopes } from "./log-lines.mjs";

const writers: Record<LogLevel, (line: string) => void> = {
  // biome-ignore lint/suspicious/noConsole: where the process is a server, the console is its log (log-lines.mjs).
  info: (line) => console.info(line),
  warn: (line) => console.warn(line),
  error: (line) => console.error(line),
};

/** Only our own words and numbers, nothing that a caller sent. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/**
 * Documented in docs/operations.md, Log. Must contain no person, order address or secret. `scope` defaults to the
 * current one.
 */
export function logLine(level: LogLevel, message: string, fields: LogFields = {}, scope?: LogScope): void {
  writers[level](formatLine(level, message, fields, (scope ?? logScopes.getStore())?.names));
}

/** `startedMs` comes from `performance.now()`. */
export function durationSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 10) / 10;
}

export function inLogScope<Result>(names: ScopeNames, work: (scope: LogScope) => Result): Result {
  const scope: LogScope = { names };
  return logScopes.run(scope, () => work(scope));
}

export function getCurrentRequestId(): string {
  return logScopes.getStore()?.names.requestId ?? randomUUID();
}

export function setRefusalReason(reason: string): void {
  const scope = logScopes.getStore();
  if (scope) scope.reason = reason;
}

/** Adds the request id to the key, so that a job can log under the request later (`inRequestScope`). */
export function markWithRequest(key: string): string {
  const requestId = logScopes.getStore()?.names.requestId;
  return requestId ? `${requestId}.${key}` : key;
}

/** Logs under the request that began a job's work. Within another request, only the current one is logged. */
export function inRequestScope<Result>(markedKey: string | null, work: () => Result): Result {
  const names = logScopes.getStore()?.names ?? {};
  const requestId = /^(.+)\./.exec(markedKey ?? "")?.[1];
  return names.requestId || !requestId ? work() : inLogScope({ ...names, requestId }, work);
}

type Failure = { message?: unknown; code?: unknown; cause?: unknown };

/** Returns the innermost cause. For a database error, that is only its code. */
function findRootCause(error: unknown): string {
  const { cause, code, message } = (error ?? {}) as Failure;
  return cause === undefined ? String(code ?? message) : findRootCause(cause);
}

export function logRetry(error: unknown): void {
  logLine("warn", "The database is asked again.", { after: findRootCause(error) });
}

export function logConnectionFailure(host: string, error: unknown): void {
  logLine("warn", `No connection to ${host}.`, { after: findRootCause(error) });
}

type ThrottleState = { loggedAtMs: number; times: number };

const throttleMs = 60_000;

/** Bounded, because callers decide which events occur. */
const maxKinds = 200;

const throttled = new Map<string, ThrottleState>();

/** For events that callers can trigger at will: one line a minute per `message`. No person, address or secret. */
export function logRarely(message: string, detail = ""): void {
  const nowMs = performance.now();
  const { loggedAtMs, times } = throttled.get(message) ?? { loggedAtMs: Number.NEGATIVE_INFINITY, times: 0 };
  const isDue = nowMs - loggedAtMs >= throttleMs;
  if (!throttled.has(message) && throttled.size >= maxKinds) throttled.clear();
  throttled.set(message, isDue ? { loggedAtMs: nowMs, times: 0 } : { loggedAtMs, times: times + 1 });
  const more = times > 0 ? ` (and ${times} times more since the line before)` : "";
  if (isDue) logLine("warn", `${message}${detail}${more}.`);
}

/** Logs kind, code and place of an error, not the data that it failed on. A text must be the product's own words. */
export function logFailure(message: string, failure: unknown): void {
  if (typeof failure === "string") logLine("error", message, { detail: failure });
  else writers.error(formatLine("error", message, { error: describeError(failure) }));
}
