import "server-only";

import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";

/** Calls `found` once for each HTTP server of this process, at its next connection or request: Next hides its own. */
export function followServers(found: (server: Server) => void): void {
  const known = new WeakSet<Server>();
  function meet(server: unknown): void {
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    found(server);
  }
  subscribe("net.server.socket", (message) => meet((message as { socket: { server?: unknown } }).socket.server));
  subscribe("http.server.request.start", (message) => meet((message as { server: unknown }).server));
}
