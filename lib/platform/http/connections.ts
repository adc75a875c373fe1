import "server-only";

import type { Dispatcher } from "undici";
import { Agent, buildConnector } from "undici";

import { logConnectionFailure } from "@/lib/platform/server/log";

/**
 * undici connects before it sends a request and never sends one again, so a connection error means that nothing was
 * sent.
 */
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

class NotConnected extends Error {}
