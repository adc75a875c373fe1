import "server-only";

import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { followServers } from "@/lib/platform/guard/follow-request";
import { logFailure } from "@/lib/platform/server/log";

/**
 * What a stop is made of: `announce` at once, `settle` ends what works by itself, `release` closes what the process
 * holds, also when the rest was not over in time.
 */
export type Stopping = { announce: () => void; settle: () => Promise<void>; release: () => Promise<void> };

/** Waits, in ms; `graceMs` comes before the others. */
export type Patience = {
  graceMs: number;
  requestsMs: number;
  bodiesMs: number;
  silentMs: number;
  releaseMs: number;
};

/**
 * Requests under way have what a payment may take: 4 seconds where it is slowed, 20 at the gateway, and some. The rest
 * of a body, and a new connection's first request, come soon or never. In all it is less than half a minute, after the
 * grace that a load balancer needs to notice: none, unless it is set.
 */
export const usualPatience: Patience = {
  graceMs: 0,
  requestsMs: 27_000,
  bodiesMs: 3000,
  silentMs: 200,
  releaseMs: 2000,
};

/** The servers of this process, the answers under way, and whether each of them is to be its connection's last. */
export type Traffic = { servers: Set<Server>; underWay: Set<ServerResponse>; isEnding: boolean };

/** Follows what the HTTP servers of this process do from now on. */
export function followTraffic(): Traffic {
  const traffic: Traffic = { servers: new Set(), underWay: new Set(), isEnding: false };
  followServers((server) => traffic.servers.add(server));
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    if (traffic.isEnding) response.shouldKeepAlive = false;
    traffic.underWay.add(response);
    response.once("close", () => traffic.underWay.delete(response));
  });
  return traffic;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Whoever has not sent all of a request by now is not waited for. */
function cutUnsent({ underWay }: Traffic): void {
  for (const response of underWay) if (!response.req.complete) response.req.destroy();
}

/** Node waits for connections on which nothing was ever asked, such as a browser opens in advance: they are cut. */
async function cutWhenAnswered(servers: Server[], { underWay }: Traffic, { silentMs }: Patience): Promise<void> {
  do await wait(silentMs);
  while (underWay.size > 0);
  for (const server of servers) server.closeAllConnections();
}

async function endRequests(traffic: Traffic, patience: Patience): Promise<void> {
  for (const response of traffic.underWay) response.shouldKeepAlive = false;
  const servers = [...traffic.servers];
  const closed = Promise.all(servers.map(closeServer));
  const unsent = setTimeout(() => cutUnsent(traffic), patience.bodiesMs);
  await Promise.race([closed, cutWhenAnswered(servers, traffic, patience)]);
  clearTimeout(unsent);
}

async function isDoneWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    (error: unknown) => {
      logFailure("The process can't shut down cleanly.", error);
      return false;
    },
  );
  return Promise.race([done, wait(limitMs, false)]);
}

/**
 * Ends all work and gives the exit code: 0 when all of it was over in time. During the grace, calls are answered as
 * ever, but each is its connection's last: those that a load balancer keeps are gone when the listener closes.
 */
export async function endWork(traffic: Traffic, stopping: Stopping, patience = usualPatience): Promise<0 | 1> {
  stopping.announce();
  traffic.isEnding = true;
  const settled = stopping.settle();
  // Its failure is told when it is waited for.
  settled.catch(() => undefined);
  if (patience.graceMs > 0) await wait(patience.graceMs);
  const work = Promise.all([endRequests(traffic, patience), settled]);
  const isOver = await isDoneWithin(patience.requestsMs, work);
  const isReleased = await isDoneWithin(patience.releaseMs, stopping.release());
  return isOver && isReleased ? 0 : 1;
}

/**
 * At SIGTERM or SIGINT the jobs end; after `graceMs` no new connections are taken, requests under way end, and the
 * process exits. Needs `NEXT_MANUAL_SIG_HANDLE`, which `npm start` sets: Next's own handler exits too soon.
 */
export function stopGracefully(stopping: Stopping, graceMs: number): void {
  const traffic = followTraffic();
  async function stop(): Promise<void> {
    process.exit(await endWork(traffic, stopping, { ...usualPatience, graceMs }));
  }
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
