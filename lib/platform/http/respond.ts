import "server-only";

import { createHash } from "node:crypto";

import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { setRefusalReason } from "@/lib/platform/server/log";
import messages from "@/messages/en.json";

import type { CachedResponse } from "./cached-response";
import { matchesEtag } from "./cached-response";
import type { Refusal } from "./reasons";
import { refusalStatuses } from "./reasons";

export type ServedFile = { content: Uint8Array<ArrayBuffer> | string; type: string };

export type ApiResult =
  | Refusal
  | { ok: true; status?: number; body: unknown; headers?: Record<string, string>; cookies?: string[] }
  | { ok: true; records: AsyncIterable<unknown> }
  | { ok: true; download: AsyncGenerator<string>; type: string; name: string }
  | { ok: true; text: string; type: string }
  | { ok: true; cached: CachedResponse }
  | { ok: true; file: ServedFile };

type HeaderRecord = Record<string, string>;

export function respond(requestId: string, status: number, body: unknown, headers?: HeaderRecord): Response {
  return Response.json(body, { status, headers: privateHeaders(requestId, headers) });
}

export function respondText(requestId: string, text: string, type: string): Response {
  return new Response(text, { headers: privateHeaders(requestId, { "Content-Type": type }) });
}

/** Documented in docs/api.md, Answers. The message is in English, for logs and simple clients. */
export function respondRefusal(requestId: string, refusal: Omit<Refusal, "ok">, extra: HeaderRecord = {}): Response {
  const { reason, fields, retryAfterSeconds } = refusal;
  setRefusalReason(reason);
  processMetrics.refusal(reason).inc();
  const statusCode = refusalStatuses[reason];
  const statusMessage = (messages as { reasons?: Record<string, string> }).reasons?.[reason] ?? reason;
  const headers = { ...retryHeaders(statusCode, retryAfterSeconds), ...extra };
  const body = { statusCode, statusMessage, reason, requestId, ...(fields ? { fields } : {}) };
  return respond(requestId, statusCode, body, headers);
}

export function respondFile(requestId: string, { content, type }: ServedFile, ifNoneMatch: string | null): Response {
  const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const headers = { "X-Request-Id": requestId, "Cache-Control": "public, max-age=60", ETag: tag };
  if (matchesEtag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  return new Response(content, { headers: { ...headers, "Content-Type": type } });
}

/** Answers about orders and payments must not be cached. */
function privateHeaders(requestId: string, extra: HeaderRecord = {}): HeaderRecord {
  return { "X-Request-Id": requestId, "Cache-Control": "private, no-store", ...extra };
}

const defaultRetryAfterSeconds = 5;

function retryHeaders(statusCode: number, seconds: number | undefined): HeaderRecord {
  const waits = statusCode === 429 || statusCode === 503;
  if (seconds === undefined && !waits) return {};
  return { "Retry-After": String(seconds ?? defaultRetryAfterSeconds) };
}
