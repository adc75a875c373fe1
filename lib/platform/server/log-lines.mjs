import { AsyncLocalStorage } from "node:async_hooks";
import { stripVTControlCharacters } from "node:util";

/**
 * What the lines of one request or of one run of a job have in common. `reason` is why the request is refused, once
 * somebody has refused it.
 * @typedef {{ requestId?: string, job?: string, runId?: string }} ScopeNames
 * @typedef {{ names: ScopeNames, reason?: string }} LogScope
 * @typedef {"info" | "warn" | "error"} LogLevel
 */

/**
 * The scope of whatever runs now. One for the process: Next evaluates a module several times.
 * @type {AsyncLocalStorage<LogScope>}
 */
export const logScopes = globalThis.tirageLogScopes ?? new AsyncLocalStorage();
globalThis.tirageLogScopes = logScopes;

const linePrefix = '{"time":"';

/**
 * One line of the log, without its end: time, level, message, the names of its scope, then fields.
 * @param {LogLevel} level
 * @param {string} message
 * @param {Record<string, unknown>} [fields]
 * @param {ScopeNames} [names] those of the scope that runs, unless told
 * @returns {string}
 */
export function formatLine(level, message, fields, names = logScopes.getStore()?.names) {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...names, ...fields });
}

/**
 * What may be a person's or a secret in words that are not ours: what is quoted, from the first mark to the last, as
 * quoted JSON has marks of its own; mail addresses, queries, ids of orders, long numbers, postal codes, positions.
 */
const personal = [
  /".*"/gs,
  // Without a limit, long words would be read again from each of their characters on.
  /[^\s<>()"']{1,64}(?:@|%40)[^\s<>()"']+/gi,
  /\?[^\s?]+/g,
  /\b[0-9A-Z]{26,}\b/g,
  /-?\d{1,3}\.\d{3,}/g,
  /\+?\d(?:[\s().-]{0,2}\d){8,}/g,
  /\b[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d\b/g,
];

function withoutPersons(words) {
  return personal.reduce((text, pattern) => text.replace(pattern, "…"), words);
}

/** An error's message comes before its stack frames, and may look like some. */
function framesOf(error) {
  const frames = String(error.stack ?? "")
    .replace(error.message, "")
    .split("\n");
  return frames.flatMap((line) => /^\s+at (.*)/.exec(line)?.[1] ?? []).slice(0, 12);
}

/**
 * An error's kind, code and place. A database's error repeats the statement's parameters, and those are people's names
 * and addresses: its words are not kept, and of other errors none that may be a person's.
 * @param {unknown} error
 * @returns {Record<string, unknown>}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return { name: typeof error };
  const isOfDatabase = "query" in error || (typeof error.code === "string" && error.code.length === 5);
  const words = isOfDatabase ? { constraint: error.constraint } : { message: withoutPersons(error.message) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name: error.name, code: error.code, ...words, frames: framesOf(error), ...cause };
}

/** Lines for what somebody else writes to the console: each line of its words is one. */
function foreignLines(level, parts) {
  const error = parts.find((part) => part instanceof Error);
  const words = parts.filter((part) => typeof part === "string").join(" ");
  const said = stripVTControlCharacters(words).split("\n");
  const messages = said.map((line) => withoutPersons(line).trim()).filter((line) => line !== "");
  if (!error) return messages.map((message) => formatLine(level, message));
  return [formatLine(level, messages.join(" ") || "Something failed.", { error: describeError(error) })];
}

/** So many bytes wait at most for a reader that does not read, then lines are lost: memory is for buyers. */
const maxWaitingBytes = 1024 * 1024;

function writeTo(stream) {
  let lost = 0;
  return (lines) => {
    if (stream.writableLength > maxWaitingBytes) {
      lost += lines.length;
      return;
    }
    const told = lost > 0 ? [formatLine("warn", "Lines of the log were lost: its reader was too slow.", { lost })] : [];
    lost = 0;
    if (lines.length > 0) stream.write(`${[...told, ...lines].join("\n")}\n`);
  };
}

/**
 * From now on whatever this process writes to the console, Next's words and warnings of Node too, is a line of the log.
 * @param {{ console: Console, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} [to]
 */
export function writeConsoleAsLines(to = { console, stdout: process.stdout, stderr: process.stderr }) {
  const [toOut, toError] = [writeTo(to.stdout), writeTo(to.stderr)];
  const sinks = { debug: ["info", toOut], log: ["info", toOut], info: ["info", toOut] };
  Object.assign(sinks, { warn: ["warn", toError], error: ["error", toError], trace: ["info", toError] });
  for (const [method, [level, write]] of Object.entries(sinks)) {
    to.console[method] = (...parts) => {
      const isLine = parts.length === 1 && typeof parts[0] === "string" && parts[0].startsWith(linePrefix);
      write(isLine ? parts : foreignLines(level, parts));
    };
  }
}
