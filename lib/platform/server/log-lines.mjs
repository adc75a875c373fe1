import { AsyncLocalStorage } from "node:async_hooks";
import { stripVTControlCharacters } from "node:util";

/**
 * Fields shared by all lines of one request or job run. `reason` is that of its refusal.
 * @typedef {{ requestId?: string, job?: string, runId?: string }} ScopeNames
 * @typedef {{ names: ScopeNames, reason?: string }} LogScope
 * @typedef {"info" | "warn" | "error"} LogLevel
 */

/**
 * Kept once per process, because Next evaluates a module several times.
 * @type {AsyncLocalStorage<LogScope>}
 */
export const logScopes = globalThis.tirageLogScopes ?? new AsyncLocalStorage();
globalThis.tirageLogScopes = logScopes;

const linePrefix = '{"time":"';

/**
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
 * Patterns of personal data and secrets in foreign text: quotes, email addresses, queries, order ids, long numbers,
 * postal codes and positions.
 */
const personalPatterns = [
  /".*"/gs,
  // The limit keeps long words from quadratic matching.
  /[^\s<>()"']{1,64}(?:@|%40)[^\s<>()"']+/gi,
  /\?[^\s?]+/g,
  /\b[0-9A-Z]{26,}\b/g,
  /-?\d{1,3}\.\d{3,}/g,
  /\+?\d(?:[\s().-]{0,2}\d){8,}/g,
  /\b[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d\b/g,
];

function redact(words) {
  return personalPatterns.reduce((text, pattern) => text.replace(pattern, "…"), words);
}

/** The stack repeats the message, which may look like frames. */
function getFrames(error) {
  const frames = String(error.stack ?? "")
    .replace(error.message, "")
    .split("\n");
  return frames.flatMap((line) => /^\s+at (.*)/.exec(line)?.[1] ?? []).slice(0, 12);
}

/**
 * A database's error repeats the statement's parameters, which are personal data: its message is dropped. Other
 * messages lose what may be personal.
 * @param {unknown} error
 * @returns {Record<string, unknown>}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return { name: typeof error };
  const isOfDatabase = "query" in error || (typeof error.code === "string" && error.code.length === 5);
  const words = isOfDatabase ? { constraint: error.constraint } : { message: redact(error.message) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name: error.name, code: error.code, ...words, frames: getFrames(error), ...cause };
}

function foreignLines(level, parts) {
  const error = parts.find((part) => part instanceof Error);
  const words = parts.filter((part) => typeof part === "string").join(" ");
  const lines = stripVTControlCharacters(words).split("\n");
  const messages = lines.map((line) => redact(line).trim()).filter((line) => line !== "");
  if (!error) return messages.map((message) => formatLine(level, message));
  return [formatLine(level, messages.join(" ") || "Something failed.", { error: describeError(error) })];
}

/** In bytes. If the reader is too slow, lines are dropped instead of filling memory. */
const maxWaitingBytes = 1024 * 1024;

function writeTo(stream) {
  let lost = 0;
  return (lines) => {
    if (stream.writableLength > maxWaitingBytes) {
      lost += lines.length;
      return;
    }
    const notice =
      lost > 0 ? [formatLine("warn", "Lines of the log were lost: its reader was too slow.", { lost })] : [];
    lost = 0;
    if (lines.length > 0) stream.write(`${[...notice, ...lines].join("\n")}\n`);
  };
}

/**
 * Turns everything that this process writes to the console, Next's and Node's output included, into log lines.
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
