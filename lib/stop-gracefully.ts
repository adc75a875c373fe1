import "server-only";

import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";

/** How long requests under way may take to end before the process ends without them, in ms: a payment has 20 seconds. */
const patienceMs = 25_000;

/** Follows the HTTP servers of this process: Next keeps its own to itself. */
function followServers(): Set<Server> {
  const servers = new Set<Server>();
  subscribe("http.server.request.start", (message) => {
    servers.add((message as { server: Server }).server);
  });
  return servers;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * At SIGTERM or SIGINT: `onStopping` at once, then no new connections, requests under way end, `release` closes what the
 * process holds, and it exits. Needs `NEXT_MANUAL_SIG_HANDLE`, which `npm start` sets: Next's own handler exits too soon.
 */
export function stopGracefully(onStopping: () => void, release: () => Promise<void>): void {
  const servers = followServers();
  async function stop(): Promise<void> {
    onStopping();
    setTimeout(() => process.exit(1), patienceMs).unref();
    await Promise.all([...servers].map(closeServer));
    await release();
    process.exit(0);
  }
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
