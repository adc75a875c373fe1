import "server-only";

import type { Dispatcher } from "undici";
import { Agent, buildConnector } from "undici";

import { logConnectionFailure } from "@/lib/platform/server/log";

/** DNS, routing, TCP or TLS failed before any byte of the request was sent. */
class NotConnected extends Error {}

/** undici connects before it writes and never resends, so a failed connection is told from a failed call. */
export function createConnections(connectTimeoutMs: number): Dispatcher {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return new Agent({
    pipelining: 1,
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (socket) return callback(null, socket);
        logConnectionFailure(options.hostname, error);
        callback(new NotConnected("No connection.", { cause: error }), null);
      }),
  });
}

export function wasNeverSent(error: unknown): boolean {
  return error instanceof NotConnected;
}
