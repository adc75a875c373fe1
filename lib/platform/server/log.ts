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

/** What else a line tells: words of ours and numbers, nothing that a caller sent. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/**
 * Writes one line (docs/operations.md, Log): `message` and `fields` may name no person, no address of an order and no
 * secret. `scope` is whatever runs now, unless told.
 */
export function logLine(level: LogLevel, message: string, fields: LogFields = {}, scope?: LogScope): void {
  writers[level](formatLine(level, message, fields, (scope ?? logScopes.getStore())?.names));
}

/** How long ago an instant of `performance.now()` was, in ms with one decimal, as lines tell it. */
export function durationSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 10) / 10;
}

/** Runs work whose lines all carry `names`. */
export function inLogScope<Result>(names: ScopeNames, work: (scope: LogScope) => Result): Result {
  const scope: LogScope = { names };
  return logScopes.run(scope, () => work(scope));
}

/** The id of the request that is being answered; a new one where none is. */
export function currentRequestId(): string {
  return logScopes.getStore()?.names.requestId ?? randomUUID();
}

/** Notes why the request that is being answered is refused: its line says so. */
export function noteReason(reason: string): void {
  const scope = logScopes.getStore();
  if (scope) scope.reason = reason;
}

/** Marks a random key with the request that made it, so that a job can name it later (`inScopeOf`). */
export function markWithRequest(key: string): string {
  const requestId = logScopes.getStore()?.names.requestId;
  return requestId ? `${requestId}.${key}` : key;
}

/**
 * Runs work that a request began and a job continues: its lines name that request too. Within another request, they
 * name only that one. Takes a key that `markWithRequest` returned; null or an unmarked one names no request.
 */
export function inScopeOf<Result>(markedKey: string | null, work: () => Result): Result {
  const names = logScopes.getStore()?.names ?? {};
  const requestId = /^(.+)\./.exec(markedKey ?? "")?.[1];
  return names.requestId || !requestId ? work() : inLogScope({ ...names, requestId }, work);
}

type Failure = { message?: unknown; code?: unknown; cause?: unknown };

/** The innermost cause in a word or two: a connection's error has words of its own, a database's only its code. */
function rootOf(error: unknown): string {
  const { cause, code, message } = (error ?? {}) as Failure;
  return cause === undefined ? String(code ?? message) : rootOf(cause);
}

/** Logs in one line that a database call is retried. */
export function logRetry(error: unknown): void {
  logLine("warn", "The database is asked again.", { after: rootOf(error) });
}

/** Logs in one line that no connection to a host came about, and why. */
export function logUnreached(host: string, error: unknown): void {
  logLine("warn", `No connection to ${host}.`, { after: rootOf(error) });
}

type Rarely = { loggedAtMs: number; times: number };

const rarelyEveryMs = 60_000;

/** More kinds of line than this are not told apart: what callers choose must not fill the memory. */
const maxKinds = 200;

const rare = new Map<string, Rarely>();

/**
 * Logs what others can trigger as often as they like: one line a minute for the same `what`, which says how often it
 * happened since the previous one. `detail` describes only this occurrence. Neither may name a person, an address or a
 * secret.
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

/**
 * Logs what failed, with its kind, code and place, and without the data that it failed on. `detail` in place of an
 * error is in words of ours.
 */
export function logFailure(what: string, failure: unknown): void {
  if (typeof failure === "string") logLine("error", what, { detail: failure });
  else writers.error(formatLine("error", what, { error: describeError(failure) }));
}
