import "server-only";

import { z } from "zod";

import type { FieldProblem, FieldProblemKey, Refusal } from "./reasons";
import { refuse } from "./reasons";

export const maxBodyBytes = 64 * 1024;

/** An escaped NUL or lone surrogate, which PostgreSQL can't store. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

export function isStorable(value: unknown): boolean {
  return !unstorable.test(JSON.stringify(value));
}

/** Null if the body exceeds the limit. */
type BodyBytes = Uint8Array | null;

const receivedBodies = new WeakMap<Request, Promise<BodyBytes>>();

/** Later calls for the same request get the same bytes. */
function readBytes(request: Request): Promise<BodyBytes> {
  const known = receivedBodies.get(request);
  if (known) return known;
  const bytes = receiveBytes(request);
  receivedBodies.set(request, bytes);
  return bytes;
}

/**
 * Waits for the whole body. A caller authenticated before that could send the rest a minute later, after the session,
 * key or tablet was revoked.
 */
export async function receiveBody(request: Request): Promise<void> {
  // The code that reads the body handles a connection that ended inside it.
  await readBytes(request).catch(() => null);
}

/** The declared length may refuse a body, but is not trusted otherwise. */
async function receiveBytes(request: Request): Promise<BodyBytes> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > maxBodyBytes) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Requires UTF-8 (RFC 8259, section 8.1), without compression, which bodies this small don't need. */
function isPlainJson({ headers }: Request, types: readonly string[]): boolean {
  const [type, ...parameters] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return types.includes(type ?? "") && isUtf8 && (headers.get("content-encoding") ?? "identity") === "identity";
}

type BodyProblem = "content-type-unsupported" | "body-too-large" | "malformed-json";

export async function readJson(
  request: Request,
  types: readonly string[] = ["application/json"],
): Promise<{ ok: true; value: unknown } | Refusal<BodyProblem>> {
  if (!isPlainJson(request, types)) return refuse("content-type-unsupported");
  try {
    // Throws if the connection ended inside the body, which is no bug.
    const bytes = await readBytes(request);
    if (!bytes) return refuse("body-too-large");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return !text.includes("\\u") || isStorable(value) ? { ok: true, value } : refuse("malformed-json");
  } catch {
    return refuse("malformed-json");
  }
}

export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { ok: true; value: z.infer<Schema> } | Refusal<"invalid-input"> {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : refuse("invalid-input", toFieldProblems(parsed.error, value));
}

export async function readInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; value: z.infer<Schema> } | Refusal<BodyProblem | "invalid-input">> {
  const json = await readJson(request);
  return json.ok ? parseInput(schema, json.value) : json;
}

/** Refuses a body other than `{}`, so that callers don't believe that it was read. */
export async function checkBody(request: Request): Promise<Refusal<BodyProblem | "invalid-input"> | null> {
  if (request.body === null) return null;
  try {
    const bytes = await readBytes(request);
    if (!bytes) return refuse("body-too-large");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const read = text.trim() === "" ? null : parseInput(z.strictObject({}), JSON.parse(text));
    return read?.ok === false ? read : null;
  } catch {
    return refuse("malformed-json");
  }
}

type Issue = z.core.$ZodIssue;

/** A small body can have tens of thousands of problems. */
const maxProblems = 100;

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}

function toProblemKey(issue: Issue, input: unknown): FieldProblemKey {
  if (getValueAt(input, issue.path) === undefined) return "required";
  if (issue.code === "invalid_type") return "wrong-type";
  if (issue.code === "too_small") return "too-small";
  if (issue.code === "too_big") return "too-large";
  if (issue.code === "invalid_value" && issue.values.length === 1 && issue.values[0] === true) return "must-accept";
  return "malformed";
}

/** Assumes that the caller meant the form with the fewest problems. */
function findClosestUnionMember({ errors, path }: z.core.$ZodIssueInvalidUnion): Issue[] {
  const [closest = []] = [...errors].sort((one, other) => one.length - other.length);
  return closest.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function toProblems(issue: Issue, input: unknown): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return findClosestUnionMember(issue).flatMap((each) => toProblems(each, input));
  }
  if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), problem: toProblemKey(issue, input) }];
  return issue.keys.map((key) => ({ field: [...path, key].join("."), problem: "unknown" }));
}

export function toFieldProblems(error: z.ZodError, input: unknown): FieldProblem[] {
  const problems = error.issues.flatMap((issue) => toProblems(issue, input)).slice(0, maxProblems);
  return [...new Map(problems.map((problem) => [problem.field, problem])).values()];
}
