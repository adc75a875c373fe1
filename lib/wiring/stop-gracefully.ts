import "server-only";

import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { followServers } from "@/lib/platform/guard/follow-request";
import { logFailure } from "@/lib/platform/server/log";

/** `announce` at once, `settle` ends jobs, `release` closes the database, even if requests were not done in time. */
export type Stopping = { announce: () => void; settle: () => Promise<void>; release: () => Promise<void> };

/** In ms; `graceMs` comes first. */
export type Patience = {
  graceMs: number;
  requestsMs: number;
  bodiesMs: number;
  silentMs: number;
  releaseMs: number;
};

/**
 * A payment may take 4 s of slowing and 20 s at the gateway. The rest of a body, or a new connection's first request,
 * comes soon or never. In total under 30 s, after the grace for a load balancer.
 */
export const usualPatience: Patience = {
  graceMs: 0,
  requestsMs: 27_000,
  bodiesMs: 3000,
  silentMs: 200,
  releaseMs: 2000,
};

/** `isEnding`: every answer is the last of its connection. */
export type Traffic = { servers: Set<Server>; underWay: Set<ServerResponse>; isEnding: boolean };

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

/** Drops requests whose body is incomplete. */
function cutUnsent({ underWay }: Traffic): void {
  for (const response of underWay) if (!response.req.complete) response.req.destroy();
}

/** `close` waits for idle connections that browsers open in advance, so they are cut. */
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
 * Returns the exit code: 0 if all work ended in time. During the grace each answer closes its connection, so that a
 * load balancer's connections are gone when the listener closes.
 */
export async function endWork(traffic: Traffic, stopping: Stopping, patience = usualPatience): Promise<0 | 1> {
  stopping.announce();
  traffic.isEnding = true;
  const settled = stopping.settle();
  // Its failure is handled below.
  settled.catch(() => undefined);
  if (patience.graceMs > 0) await wait(patience.graceMs);
  const work = Promise.all([endRequests(traffic, patience), settled]);
  const isOver = await isDoneWithin(patience.requestsMs, work);
  const isReleased = await isDoneWithin(patience.releaseMs, stopping.release());
  return isOver && isReleased ? 0 : 1;
}

/** On SIGTERM or SIGINT. Needs `NEXT_MANUAL_SIG_HANDLE`, which `npm start` sets: Next's own handler exits too soon. */
export function stopGracefully(stopping: Stopping, graceMs: number): void {
  const traffic = followTraffic();
  async function stop(): Promise<void> {
    process.exit(await endWork(traffic, stopping, { ...usualPatience, graceMs }));
  }
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
