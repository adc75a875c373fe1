import "server-only";

import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { watchServers } from "@/lib/platform/guard/track-request";
import { logFailure } from "@/lib/platform/server/log";

/** `release` closes the database, even if requests were not done in time. */
export type StopSteps = { announce: () => void; settle: () => Promise<void>; release: () => Promise<void> };

/** `graceMs` comes first. */
export type StopTimeouts = {
  graceMs: number;
  requestsMs: number;
  bodyMs: number;
  pollMs: number;
  releaseMs: number;
};

/** A payment may take 4 s of slowing and 20 s at the gateway. The total after the grace is under 30 s. */
export const defaultStopTimeouts: StopTimeouts = {
  graceMs: 0,
  requestsMs: 27_000,
  bodyMs: 3000,
  pollMs: 200,
  releaseMs: 2000,
};

/** While `isEnding`, every answer is the last of its connection. */
export type Traffic = { servers: Set<Server>; pending: Set<ServerResponse>; isEnding: boolean };

export function watchTraffic(): Traffic {
  const traffic: Traffic = { servers: new Set(), pending: new Set(), isEnding: false };
  watchServers((server) => traffic.servers.add(server));
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    if (traffic.isEnding) response.shouldKeepAlive = false;
    traffic.pending.add(response);
    response.once("close", () => traffic.pending.delete(response));
  });
  return traffic;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function destroyIncomplete({ pending }: Traffic): void {
  for (const response of pending) if (!response.req.complete) response.req.destroy();
}

/** Closes idle connections, which browsers open in advance and `close` would wait for. */
async function closeWhenIdle(servers: Server[], { pending }: Traffic, { pollMs }: StopTimeouts): Promise<void> {
  do await wait(pollMs);
  while (pending.size > 0);
  for (const server of servers) server.closeAllConnections();
}

async function endRequests(traffic: Traffic, timeouts: StopTimeouts): Promise<void> {
  for (const response of traffic.pending) response.shouldKeepAlive = false;
  const servers = [...traffic.servers];
  const closed = Promise.all(servers.map(closeServer));
  const bodyTimer = setTimeout(() => destroyIncomplete(traffic), timeouts.bodyMs);
  await Promise.race([closed, closeWhenIdle(servers, traffic, timeouts)]);
  clearTimeout(bodyTimer);
}

async function finishesWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const finished = work.then(
    () => true,
    (error: unknown) => {
      logFailure("The process can't shut down cleanly.", error);
      return false;
    },
  );
  return Promise.race([finished, wait(limitMs, false)]);
}

/** During the grace each answer ends its connection, so that a load balancer has none left when the listener closes. */
export async function endWork(traffic: Traffic, steps: StopSteps, timeouts = defaultStopTimeouts): Promise<0 | 1> {
  steps.announce();
  traffic.isEnding = true;
  const settled = steps.settle();
  // The failure is handled below.
  settled.catch(() => undefined);
  if (timeouts.graceMs > 0) await wait(timeouts.graceMs);
  const work = Promise.all([endRequests(traffic, timeouts), settled]);
  const isOver = await finishesWithin(timeouts.requestsMs, work);
  const isReleased = await finishesWithin(timeouts.releaseMs, steps.release());
  return isOver && isReleased ? 0 : 1;
}

/** Stops on SIGTERM or SIGINT. Needs `NEXT_MANUAL_SIG_HANDLE` of `npm start`, or Next's own handler exits too soon. */
export function stopGracefully(steps: StopSteps, graceMs: number): void {
  const traffic = watchTraffic();
  async function stop(): Promise<void> {
    process.exit(await endWork(traffic, steps, { ...defaultStopTimeouts, graceMs }));
  }
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
