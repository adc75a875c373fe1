import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { AdminAnswer } from "./explain-refusal";
import { explainRefusal } from "./explain-refusal";

/** `name` is the claimed name of the caller, which the audit log marks as claimed. */
export type AdminAccess = { url: string; key: string; name?: string };

/** A mistake of the user of a command. Only its message is shown. */
export class CommandError extends Error {}

/** In demo mode, the key is in the data directory. The name is `TIRAGE_ADMIN`, otherwise the system user. */
export function findAdminAccess(environment: Record<string, string | undefined>): AdminAccess {
  const url = environment.CHECKOUT_HOST || `http://127.0.0.1:${environment.PORT || "3000"}`;
  const file = join(environment.DATA_DIR || ".data", "admin-key");
  const key = readAdminKey(environment) || (existsSync(file) ? readKeyFile(file) : "");
  if (!key)
    throw new CommandError(
      `No admin key. Set ADMIN_KEY or ADMIN_KEY_FILE, or set DATA_DIR to the folder where the server keeps ${file}.`,
    );
  const name = environment.TIRAGE_ADMIN || environment.USER || environment.USERNAME;
  return { url: url.replace(/\/+$/, ""), key, ...(name ? { name } : {}) };
}

/** Texts of the answer are safe to print. Throws `CommandError` if no Tirage server answers. */
export async function callAdmin<Body>(
  access: AdminAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<AdminAnswer<Body>> {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const response = await request(access, path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await readBody<Body>(response) };
}

export function requireSuccess<Body>(answer: AdminAnswer<Body>): Body {
  if (answer.status >= 300) throw new CommandError(explainRefusal(answer));
  return answer.body;
}

/** Reads a response of one JSON document per line. Its texts are safe to print. */
export async function* streamAdmin<Line>(access: AdminAccess, path: string): AsyncGenerator<Line> {
  const response = await request(access, path, { method: "GET", headers: { accept: "application/x-ndjson" } });
  if (response.status >= 300) {
    throw new CommandError(explainRefusal({ status: response.status, body: await readBody(response) }));
  }
  const isLines = response.headers.get("content-type")?.startsWith("application/x-ndjson");
  if (!isLines || !response.body) throw new CommandError(`${response.url} responded, but it doesn't look like Tirage.`);
  for await (const line of readLines(access, response.body)) yield parseJsonSafely(line) as Line;
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

function readAdminKey({ ADMIN_KEY: key = "", ADMIN_KEY_FILE: file }: Record<string, string | undefined>): string {
  if (!file) return key;
  if (key) throw new CommandError("ADMIN_KEY and ADMIN_KEY_FILE are both set. Unset one of them.");
  const keyInFile = readKeyFile(file);
  if (!keyInFile) throw new CommandError(`ADMIN_KEY_FILE names ${file}, which can't be read or is empty.`);
  return keyInFile;
}

/** Control and direction characters could manipulate a terminal. */
function stripControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function parseJsonSafely(json: string): unknown {
  return JSON.parse(json, (_name, value) => (typeof value === "string" ? stripControlCharacters(value) : value));
}

async function readBody<Body>(response: Response): Promise<AdminAnswer<Body>["body"]> {
  const text = await response.text();
  try {
    return parseJsonSafely(text) as AdminAnswer<Body>["body"];
  } catch {
    throw new CommandError(`${response.url} returned ${response.status}, but it doesn't look like Tirage.`);
  }
}

async function request(access: AdminAccess, path: string, init: RequestInit): Promise<Response> {
  const nameHeader: Record<string, string> = access.name ? { "x-admin-name": encodeURIComponent(access.name) } : {};
  const headers = { authorization: `Bearer ${access.key}`, ...nameHeader, ...init.headers };
  try {
    return await fetch(`${access.url}${path}`, { ...init, headers });
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw new CommandError(
      code === "UND_ERR_HEADERS_TIMEOUT"
        ? `${access.url} took more than five minutes. Try one draw at a time.`
        : `Can't reach a server at ${access.url}. Start it, or set PORT or CHECKOUT_HOST to its URL.`,
    );
  }
}

function cutOffError(access: AdminAccess): CommandError {
  return new CommandError(`The response from ${access.url} was cut off. Try again.`);
}

async function* readLines(access: AdminAccess, body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    // fetch throws a TypeError for a broken connection. Other errors are the reader's.
    throw error instanceof TypeError ? cutOffError(access) : error;
  }
  if (rest) throw cutOffError(access);
}
