import "server-only";

import messages from "@/messages/en.json";
import type { FieldProblem, RefusalReason } from "./reasons";
import { refusalStatuses } from "./reasons";

type Headers = Record<string, string>;

/** Headers of every answer of the API: an answer about an order or a payment is nobody else's to keep. */
function headersOf(requestId: string, extra: Headers = {}): Headers {
  return { "X-Request-Id": requestId, "Cache-Control": "private, no-store", ...extra };
}

/** Answers with a body as JSON. */
export function respond(requestId: string, status: number, body: unknown, headers?: Headers): Response {
  return Response.json(body, { status, headers: headersOf(requestId, headers) });
}

/** Answers a refusal: its status, its English message for logs and simple clients, its reason and fields; `extra` headers. */
export function respondRefusal(
  requestId: string,
  refusal: { reason: RefusalReason; fields?: FieldProblem[] },
  extra: Headers = {},
): Response {
  const { reason, fields } = refusal;
  const statusCode = refusalStatuses[reason];
  const statusMessage = (messages as { reasons?: Record<string, string> }).reasons?.[reason] ?? reason;
  const headers = statusCode === 429 || statusCode === 503 ? { "Retry-After": "5", ...extra } : extra;
  const body = { statusCode, statusMessage, reason, requestId, ...(fields ? { fields } : {}) };
  return respond(requestId, statusCode, body, headers);
}
