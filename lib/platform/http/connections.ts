import "server-only";

import type { Dispatcher } from "undici";
import { Agent, buildConnector } from "undici";

import { logUnreached } from "@/lib/platform/server/log";

/** A name, a route, a port or a handshake failed before a byte of the request could leave. */
class NotConnected extends Error {}

/**
 * Connections to another server that tell their own failure from that of a call (`wasNeverSent`): undici connects
 * before the first byte of a request, and never writes a request again.
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

/** Whether a call over these connections surely never left: the other side knows nothing of it. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof NotConnected;
}
