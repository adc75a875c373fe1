import { fieldProblemKeys, refusalStatuses } from "@/lib/platform/http/reasons";

export type CheckedAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

type ErrorBody = {
  statusCode?: unknown;
  statusMessage?: unknown;
  reason?: unknown;
  requestId?: unknown;
  fields?: unknown;
};

/** Texts that only internals contain: stack frames, files, SQL, names of tables and secrets. */
const internals = [
  /\n\s+at\s/,
  /\bat \S+ \(\S+:\d+:\d+\)/,
  /node_modules|\.next\//,
  /(?:\/root|\/tmp|\/home|\/work)\//,
  /\b(?:insert into|delete from|update \w+ set|select \S+ from)\b/i,
  /SQLSTATE|violates|relation "|syntax error at|drizzle|pglite/i,
  /passcode|apiKeys|ADMIN_KEY|SECRETS_KEY/,
  /\b(?:TypeError|RangeError|SyntaxError|ZodError|PrismaError)\b/,
];

export function findLeaks(text: string): string[] {
  return internals.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

function parse(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === "object" && !Array.isArray(body) ? body : null;
  } catch {
    return null;
  }
}

function findFieldProblems({ reason, fields }: ErrorBody): string[] {
  if (fields === undefined) return reason === "invalid-input" ? ["names no field"] : [];
  if (!Array.isArray(fields) || fields.length === 0) return ["fields is no list"];
  const isKnown = (entry: { field?: unknown; problem?: unknown } | null) =>
    typeof entry?.field === "string" && fieldProblemKeys.some((key) => key === entry.problem);
  return fields.every(isKnown) ? [] : [`fields are malformed: ${JSON.stringify(fields).slice(0, 200)}`];
}

function findBodyProblems(body: ErrorBody, { status, headers }: CheckedAnswer): string[] {
  const problems: string[] = [];
  const { reason, requestId, statusCode, statusMessage } = body;
  const statusOfReason = (refusalStatuses as Record<string, number>)[String(reason)];
  if (statusOfReason === undefined) problems.push(`reason ${String(reason)} is not on the list`);
  else if (statusOfReason !== status) problems.push(`reason ${String(reason)} with status ${status}`);
  if (statusCode !== status) problems.push(`statusCode ${String(statusCode)}`);
  if (typeof statusMessage !== "string" || statusMessage.length < 10) problems.push("no statusMessage");
  if (typeof requestId !== "string" || requestId !== headers["x-request-id"])
    problems.push("no requestId as in header");
  return [...problems, ...findFieldProblems(body)];
}

/** Every answer of the API must be uncacheable JSON without internals. */
export function findAnswerProblems(answer: CheckedAnswer): string[] {
  const { status, headers, text } = answer;
  const problems: string[] = [];
  if (status >= 500) problems.push(`status ${status}`);
  if (!/^application\/json\b/.test(String(headers["content-type"]))) problems.push(`type ${headers["content-type"]}`);
  const body = parse(text);
  if (!body) return [...problems, `no JSON: ${text.slice(0, 200)}`];
  // Field names may be the caller's own words.
  const { fields: _fields, ...ours } = body;
  problems.push(...findLeaks(JSON.stringify(status >= 400 ? ours : {})).map((leak) => `leaks ${leak}`));
  return status >= 400 ? [...problems, ...findBodyProblems(body, answer)] : problems;
}

export function findRefusalProblems(answer: CheckedAnswer): string[] {
  const problems = findAnswerProblems(answer);
  if (answer.status < 400 || answer.status > 499) problems.push(`status ${answer.status} is no refusal`);
  if (!/no-store/.test(String(answer.headers["cache-control"]))) problems.push("may be stored");
  return [...new Set(problems)];
}

export function readReason(answer: CheckedAnswer): string | null {
  const reason = parse(answer.text)?.reason;
  return typeof reason === "string" ? reason : null;
}

export function readFields(answer: CheckedAnswer): string[] {
  const fields = parse(answer.text)?.fields;
  return Array.isArray(fields) ? fields.map((entry: { field: string }) => entry.field) : [];
}
