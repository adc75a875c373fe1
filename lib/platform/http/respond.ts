import "server-only";

import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { noteReason } from "@/lib/platform/server/log";
import messages from "@/messages/en.json";
import type { KeptAnswer } from "./kept-answer";
import type { Refusal } from "./reasons";
import { refusalStatuses } from "./reasons";
import type { ServedFile } from "./respond-file";

/**
 * What a call may answer with: a refusal; a body with its status (200 unless told), headers and cookies; records by
 * line; a text of a type; an answer that is kept for all; a file.
 */
export type Answer =
  | Refusal
  | { ok: true; status?: number; body: unknown; headers?: Record<string, string>; cookies?: string[] }
  | { ok: true; records: AsyncIterable<unknown> }
  | { ok: true; text: string; type: string }
  | { ok: true; kept: KeptAnswer }
  | { ok: true; file: ServedFile };

type Headers = Record<string, string>;

/** Headers of every API answer: an answer about an order or a payment must not be cached for anyone else. */
function headersOf(requestId: string, extra: Headers = {}): Headers {
  return { "X-Request-Id": requestId, "Cache-Control": "private, no-store", ...extra };
}

/** Answers with a body as JSON. */
export function respond(requestId: string, status: number, body: unknown, headers?: Headers): Response {
  return Response.json(body, { status, headers: headersOf(requestId, headers) });
}

/** Answers with a text of a type. */
export function respondText(requestId: string, text: string, type: string): Response {
  return new Response(text, { headers: headersOf(requestId, { "Content-Type": type }) });
}

/** When a caller that was told to wait may call again, unless the refusal knows better. */
const defaultRetryAfterSeconds = 5;

function retryHeaders(statusCode: number, seconds: number | undefined): Headers {
  const waits = statusCode === 429 || statusCode === 503;
  if (seconds === undefined && !waits) return {};
  return { "Retry-After": String(seconds ?? defaultRetryAfterSeconds) };
}

/**
 * Answers a refusal: its status, its English message for logs and simple clients, its reason and fields, and in
 * `Retry-After` when to call again; `extra` headers.
 */
export function respondRefusal(requestId: string, refusal: Omit<Refusal, "ok">, extra: Headers = {}): Response {
  const { reason, fields, retryAfterSeconds } = refusal;
  noteReason(reason);
  processMetrics.refusal(reason).inc();
  const statusCode = refusalStatuses[reason];
  const statusMessage = (messages as { reasons?: Record<string, string> }).reasons?.[reason] ?? reason;
  const headers = { ...retryHeaders(statusCode, retryAfterSeconds), ...extra };
  const body = { statusCode, statusMessage, reason, requestId, ...(fields ? { fields } : {}) };
  return respond(requestId, statusCode, body, headers);
}
