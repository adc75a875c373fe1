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

/** A database's error repeats the statement's parameters, and those are people's names and addresses: none of it is kept. */
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

/** Logs what failed, with its kind, code and place, and without the data that it failed on. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what} ${describe(error)}`);
}
