import "server-only";

import type { Dispatcher } from "undici";
import { Agent, buildConnector } from "undici";

import { logUnreached } from "@/lib/platform/server/log";

/** No connection came about: a name, a route, a port or a handshake failed before a byte of the request could leave. */
class NotConnected extends Error {}

/**
 * Connections to another server, each with a connect timeout in ms, whose failure is distinguished from that of a call
 * (`wasNeverSent`): the connector answers once, before the first byte of a request, and a request that was written is
 * never written again.
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

/** True for a call over these connections that surely never left: the other side knows nothing of it. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof NotConnected;
}
