import "server-only";

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server } from "node:http";

/**
 * Calls `found` once for each HTTP server of this process, at its next connection or request: Next hides its own. Gives
 * what ends it.
 */
export function followServers(found: (server: Server) => void): () => void {
  const known = new WeakSet<Server>();
  function meet(server: unknown): void {
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    found(server);
  }
  const meetBySocket = (message: unknown) => meet((message as { socket: { server?: unknown } }).socket.server);
  const meetByRequest = (message: unknown) => meet((message as { server: unknown }).server);
  subscribe("net.server.socket", meetBySocket);
  subscribe("http.server.request.start", meetByRequest);
  return () => {
    unsubscribe("net.server.socket", meetBySocket);
    unsubscribe("http.server.request.start", meetByRequest);
  };
}
