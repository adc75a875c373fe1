import type { FieldProblem, RefusalReason } from "@/lib/platform/http/reasons";
import { appCheckHeader, hasTokenSource, obtainToken, shouldWaitForToken, storedToken } from "./app-check";
import { logInBrowser, redactPath } from "./browser-log";
import { holdReload } from "./reload-hold";
import { readClock, serverNow } from "./server-clock";

/** `unreachable`: there was no readable answer, although the server may have carried out the call. */
export type CallRefusal = {
  ok: false;
  reason: RefusalReason | "unreachable";
  fields: FieldProblem[];
  status: number | null;
  message?: string;
  retryAfterSeconds?: number;
};

export type CallResult<Body> = { ok: true; status: number; body: Body } | CallRefusal;

export type CallOptions = {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

const defaultTimeoutMs = 20_000;

/** A file that ends early counts as `unreachable`, like a broken connection. */
export function fetchFile(path: string, body: unknown): Promise<CallResult<Blob>> {
  const request = toRequest({ body, timeoutMs: fileTimeoutMs, headers: { Accept: "*/*" } });
  return sendRequest(path, isFile, request, (response) => response.blob());
}

/** Never throws. After `unreachable`, a payment must be looked up. */
export async function fetchJson<Body>(
  path: string,
  isBody: (body: unknown) => body is Body,
  options: CallOptions = {},
): Promise<CallResult<Body>> {
  const isRead = getMethod(options) === "GET";
  // A reload before the answer would lose the call's result.
  const release = isRead ? null : holdReload();
  try {
    const token = tokenFor(path, isRead);
    return await call(path, isBody, withToken(options, token instanceof Promise ? await token : token));
  } finally {
    release?.();
  }
}

/** Throws `AppCheckFailed` if the page uses App Check and got no token. */
export async function fetchWithToken<Body>(
  path: string,
  isBody: (body: unknown) => body is Body,
  options: CallOptions = {},
): Promise<CallResult<Body>> {
  const token = storedToken(serverNow()) ?? (hasTokenSource() ? await obtainToken(serverNow()) : null);
  return fetchJson(path, isBody, withToken(options, token));
}

function unreachable(status: number | null): CallRefusal {
  return { ok: false, reason: "unreachable", fields: [], status };
}

function getMethod({ method, body }: Pick<CallOptions, "method" | "body">): "GET" | "POST" {
  return method ?? (body === undefined ? "GET" : "POST");
}

function toRequest({ method, body, headers, timeoutMs = defaultTimeoutMs, signal }: CallOptions): RequestInit {
  const timeout = AbortSignal.timeout(timeoutMs);
  const request: RequestInit = {
    method: getMethod({ method, body }),
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  return body === undefined ? request : { ...request, body: JSON.stringify(body) };
}

/** Only this product's refusals have a request id, a proxy's don't. */
function isRefusal(body: unknown): body is { reason: RefusalReason; fields?: FieldProblem[]; statusMessage?: unknown } {
  const { reason, requestId } = (body ?? {}) as { reason?: unknown; requestId?: unknown };
  return typeof reason === "string" && typeof requestId === "string";
}

function toRefusal({ status, headers }: Response, body: unknown): CallRefusal {
  if (!isRefusal(body)) return unreachable(status);
  const fields = Array.isArray(body.fields) ? body.fields : [];
  const refusal: CallRefusal = { ok: false, reason: body.reason, fields, status };
  if (typeof body.statusMessage === "string") refusal.message = body.statusMessage;
  const retryAfterSeconds = Number(headers.get("retry-after"));
  if (retryAfterSeconds > 0) refusal.retryAfterSeconds = retryAfterSeconds;
  return refusal;
}

const tokenPath = /^\/api\/(?!(?:icons|images)\/)/;

/** A read never waits, because the SDK refreshes tokens by itself. Without a token, the call is sent anyway. */
function tokenFor(path: string, isRead: boolean): string | null | Promise<string | null> {
  if (!tokenPath.test(path)) return null;
  const stored = storedToken(serverNow());
  if (stored || isRead || !shouldWaitForToken()) return stored;
  return obtainToken(serverNow()).catch((error: unknown) => {
    console.warn("A call goes without a token of App Check.", (error as Error).message);
    return null;
  });
}

async function call<Body>(
  path: string,
  isBody: (body: unknown) => body is Body,
  options: CallOptions,
): Promise<CallResult<Body>> {
  const startedAt = performance.now();
  const answer = await sendRequest(path, isBody, toRequest(options));
  const durationMs = Math.round(performance.now() - startedAt);
  logInBrowser("call", { method: getMethod(options), path: redactPath(path), status: answer.status, durationMs });
  return answer;
}

async function sendRequest<Body>(
  path: string,
  isBody: (body: unknown) => body is Body,
  request: RequestInit,
  read: (response: Response) => Promise<unknown> = (response) => response.json(),
): Promise<CallResult<Body>> {
  let status: number | null = null;
  try {
    const response = await fetch(path, request);
    status = response.status;
    readClock(response.headers);
    if (!response.ok) return toRefusal(response, await response.json());
    const body = await read(response);
    return isBody(body) ? { ok: true, status, body } : unreachable(status);
  } catch {
    return unreachable(status);
  }
}

/** A list of a million orders takes minutes. */
const fileTimeoutMs = 30 * 60_000;

const isFile = (body: unknown): body is Blob => body instanceof Blob;

function withToken(options: CallOptions, token: string | null): CallOptions {
  return token ? { ...options, headers: { ...options.headers, [appCheckHeader]: token } } : options;
}
