import "server-only";

import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

// Next evaluates modules several times; the guard and the pages share one storage.
const shared = globalThis as typeof globalThis & { tirageResponses?: AsyncLocalStorage<ServerResponse> };
shared.tirageResponses ??= new AsyncLocalStorage();
const responses = shared.tirageResponses;

/** Pages rendered by `work` may set the status of `response`. */
export function withResponse<Result>(response: ServerResponse, work: () => Result): Result {
  return responses.run(response, work);
}

/**
 * Next's own way ends the rendering and sends a document without language and title. Cached pages get their status from
 * page-cache.mjs.
 */
export function setPageStatus(status: 403 | 404): void {
  const response = responses.getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
