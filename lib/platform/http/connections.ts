import "server-only";

import type { Dispatcher } from "undici";
import { Agent, buildConnector } from "undici";

import { logUnreached } from "@/lib/platform/server/log";

/** DNS, routing, TCP or TLS failed before any byte of the request was sent. */
class NotConnected extends Error {}

/**
 * Distinguishes a failed connection from a failed call (`wasNeverSent`): undici connects before it writes, and never
 * resends.
 */
export function createConnections(connectTimeoutMs: number): Dispatcher {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return new Agent({
    pipelining: 1,
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (socket) return callback(null, socket);
        logUnreached(options.hostname, error);
        callback(new NotConnected("No connection.", { cause: error }), null);
      }),
  });
}

/** If true, the other side knows nothing of the call. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof NotConnected;
}
