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

/** Our own words and numbers, nothing that a caller sent. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** docs/operations.md, Log. Must contain no person, order address or secret. `scope` defaults to the current one. */
export function logLine(level: LogLevel, message: string, fields: LogFields = {}, scope?: LogScope): void {
  writers[level](formatLine(level, message, fields, (scope ?? logScopes.getStore())?.names));
}

/** `startedMs` by `performance.now()`; ms with one decimal. */
export function durationSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 10) / 10;
}

export function inLogScope<Result>(names: ScopeNames, work: (scope: LogScope) => Result): Result {
  const scope: LogScope = { names };
  return logScopes.run(scope, () => work(scope));
}

/** A new id outside of requests. */
export function currentRequestId(): string {
  return logScopes.getStore()?.names.requestId ?? randomUUID();
}

/** For the line of the current request. */
export function noteReason(reason: string): void {
  const scope = logScopes.getStore();
  if (scope) scope.reason = reason;
}

/** So that a job can name the request later (`inScopeOf`). */
export function markWithRequest(key: string): string {
  const requestId = logScopes.getStore()?.names.requestId;
  return requestId ? `${requestId}.${key}` : key;
}

/**
 * The lines of a job's work name the request that began it; inside another request they name only that one. `markedKey`
 * comes from `markWithRequest`.
 */
export function inScopeOf<Result>(markedKey: string | null, work: () => Result): Result {
  const names = logScopes.getStore()?.names ?? {};
  const requestId = /^(.+)\./.exec(markedKey ?? "")?.[1];
  return names.requestId || !requestId ? work() : inLogScope({ ...names, requestId }, work);
}

type Failure = { message?: unknown; code?: unknown; cause?: unknown };

/** The innermost cause: a database's error only has its code. */
function rootOf(error: unknown): string {
  const { cause, code, message } = (error ?? {}) as Failure;
  return cause === undefined ? String(code ?? message) : rootOf(cause);
}

export function logRetry(error: unknown): void {
  logLine("warn", "The database is asked again.", { after: rootOf(error) });
}

export function logUnreached(host: string, error: unknown): void {
  logLine("warn", `No connection to ${host}.`, { after: rootOf(error) });
}

type Rarely = { loggedAtMs: number; times: number };

const rarelyEveryMs = 60_000;

/** Bounded, because callers choose what they trigger. */
const maxKinds = 200;

const rare = new Map<string, Rarely>();

/**
 * For events that others can trigger at will: one line a minute per `what`, with the number since the last one.
 * `detail` is of this event only. No person, address or secret.
 */
export function logRarely(what: string, detail = ""): void {
  const nowMs = performance.now();
  const { loggedAtMs, times } = rare.get(what) ?? { loggedAtMs: Number.NEGATIVE_INFINITY, times: 0 };
  const isDue = nowMs - loggedAtMs >= rarelyEveryMs;
  if (!rare.has(what) && rare.size >= maxKinds) rare.clear();
  rare.set(what, isDue ? { loggedAtMs: nowMs, times: 0 } : { loggedAtMs, times: times + 1 });
  const more = times > 0 ? ` (and ${times} times more since the line before)` : "";
  if (isDue) logLine("warn", `${what}${detail}${more}.`);
}

/** Logs kind, code and place of an error, not the data that it failed on. A text must be our own words. */
export function logFailure(what: string, failure: unknown): void {
  if (typeof failure === "string") logLine("error", what, { detail: failure });
  else writers.error(formatLine("error", what, { error: describeError(failure) }));
}
