import "server-only";

import type { IncomingMessage, ServerResponse } from "node:http";

import { cachedLive } from "@/lib/activity/store.live";
import { checkToken } from "@/lib/gateways/firebase/check-token";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { respondCached } from "@/lib/platform/http/cached-response";
import { routeHeaders } from "@/lib/platform/http/respond-to-calls";
import { getCurrentRequestId } from "@/lib/platform/server/log";

import type { Runtime } from "./runtime";

const livePath = /^\/api\/draws\/([A-Za-z0-9_-]+)\/live$/;

const tokenHeader = appCheckHeader.toLowerCase();

type LiveRuntime = Pick<Runtime, "pools" | "clock" | "appCheck">;

/** Returns false if the route must answer, because nothing fresh is cached or App Check decides. */
export function respondLive(current: LiveRuntime | null, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "", headers } = request;
  const drawId = livePath.exec(url)?.[1];
  // Next redirects its own navigation requests.
  const isLiveRequest = drawId && (method === "GET" || method === "HEAD") && headers.rsc === undefined;
  if (!current || !isLiveRequest || current.appCheck?.getMode(url) === "enforce") return false;
  const cached = cachedLive(current.pools.reads, drawId, current.clock.now().getTime());
  if (!cached) return false;
  // In watch mode the check doesn't delay the answer.
  void checkToken(current, url, [headers[tokenHeader]].flat()[0] ?? null);
  const answer = respondCached(cached, getCurrentRequestId(), (name) => headers[name]);
  response.writeHead(answer.status, { ...routeHeaders, ...answer.headers }).end(answer.body);
  return true;
}
