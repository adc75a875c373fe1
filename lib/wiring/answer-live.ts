import "server-only";

import type { IncomingMessage, ServerResponse } from "node:http";

import { keptLive } from "@/lib/activity/store.live";
import { checkToken } from "@/lib/gateways/firebase/check-token";
import { routeHeaders } from "@/lib/platform/http/answer-calls";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { sendKept } from "@/lib/platform/http/kept-answer";
import { currentRequestId } from "@/lib/platform/server/log";

import type { Runtime } from "./runtime";

const livePath = /^\/api\/draws\/([A-Za-z0-9_-]+)\/live$/;

const tokenHeader = appCheckHeader.toLowerCase();

type Opened = Pick<Runtime, "pools" | "clock" | "appCheck">;

/**
 * Answers a poll of a draw's live state from the cache, without Next. Returns false if the route must answer: nothing
 * fresh is cached, or App Check decides.
 */
export function answerLive(opened: Opened | null, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "", headers } = request;
  const drawId = livePath.exec(url)?.[1];
  // Next redirects its own navigation requests.
  const isAsked = drawId && (method === "GET" || method === "HEAD") && headers.rsc === undefined;
  if (!opened || !isAsked || opened.appCheck?.modeOf(url) === "enforce") return false;
  const kept = keptLive(opened.pools.reads, drawId, opened.clock.now().getTime());
  if (!kept) return false;
  // In watch mode nobody waits for the check.
  void checkToken(opened, url, [headers[tokenHeader]].flat()[0] ?? null);
  const sent = sendKept(kept, currentRequestId(), (name) => headers[name]);
  response.writeHead(sent.status, { ...routeHeaders, ...sent.headers }).end(sent.body);
  return true;
}
