import "server-only";

import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";

// The guard and the pages share it.
const responses = oncePerProcess("tirageResponses", () => new AsyncLocalStorage<ServerResponse>());

export function withResponse<Result>(response: ServerResponse, work: () => Result): Result {
  return responses.run(response, work);
}

/**
 * Sets the status directly, because Next would send a document without language and title. For cached pages, see
 * page-cache.mjs.
 */
export function setPageStatus(status: 403 | 404): void {
  const response = responses.getStore();
  if (response && !response.headersSent) response.statusCode = status;
}
