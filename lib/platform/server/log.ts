import "server-only";

type Failure = {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  constraint?: unknown;
  query?: unknown;
  cause?: unknown;
};

function framesOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 12).join("\n");
}

/**
 * A database's error repeats the statement's parameters, and those are people's names and addresses: none of it is
 * kept.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const failure = error as Failure;
  const isOfDatabase = "query" in failure || (typeof failure.code === "string" && failure.code.length === 5);
  const words = isOfDatabase ? [failure.code, failure.constraint] : [failure.code, failure.message];
  const line = [error.name, ...words].filter(Boolean).join(" ");
  const cause = failure.cause === undefined ? "" : `\nCaused by ${describe(failure.cause)}`;
  return `${line}\n${framesOf(error)}${cause}`;
}

/** The innermost cause in a word or two: a connection's error has words of its own, a database's only its code. */
function rootOf(error: unknown): string {
  const { cause, code, message } = (error ?? {}) as Failure;
  return cause === undefined ? String(code ?? message) : rootOf(cause);
}

/** Logs in one line that the database is asked again. */
export function logRetry(error: unknown): void {
  console.warn(`The database is asked again after ${rootOf(error)}.`);
}

/** Logs in one line that no connection to a host came about, and why. */
export function logUnreached(host: string, error: unknown): void {
  console.warn(`No connection to ${host} after ${rootOf(error)}.`);
}

type Rarely = { loggedAtMs: number; times: number };

const rarelyEveryMs = 60_000;

/** More kinds of line than this are not told apart: what callers choose must not fill the memory. */
const maxKinds = 200;

const rare = new Map<string, Rarely>();

/**
 * Logs what others can make happen as often as they like: one line a minute for the same `what`, which says how often
 * it happened since the one before. `detail` is of this time alone. Neither may name a person, an address or a secret.
 */
export function logRarely(what: string, detail = ""): void {
  const nowMs = performance.now();
  const { loggedAtMs, times } = rare.get(what) ?? { loggedAtMs: Number.NEGATIVE_INFINITY, times: 0 };
  const isDue = nowMs - loggedAtMs >= rarelyEveryMs;
  if (!rare.has(what) && rare.size >= maxKinds) rare.clear();
  rare.set(what, isDue ? { loggedAtMs: nowMs, times: 0 } : { loggedAtMs, times: times + 1 });
  const more = times > 0 ? ` (and ${times} times more since the line before)` : "";
  if (isDue) console.warn(`${what}${detail}${more}.`);
}

/** Logs what failed, with its kind, code and place, and without the data that it failed on. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what} ${describe(error)}`);
}
