import "server-only";

import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

// Next evaluates modules several times in one process; the guard before it and its pages share one storage.
const shared = globalThis as typeof globalThis & { tirageResponses?: AsyncLocalStorage<ServerResponse> };
shared.tirageResponses ??= new AsyncLocalStorage();
const responses = shared.tirageResponses;

/** Does the work of a request, whose pages may then set the status of `response`. */
export function withResponse<Result>(response: ServerResponse, work: () => Result): Result {
  return responses.run(response, work);
}

/**
 * Sets the status of the page that is being rendered. Next's own way ends the rendering, and sends a document without
 * language and title that only scripts fill. Pages of the page cache get theirs from there (page-cache.mjs).
 */
export function setPageStatus(status: 403 | 404): void {
  const response = responses.getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
