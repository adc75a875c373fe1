import "server-only";

import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";

import { currentRequestId } from "@/lib/platform/server/log";
import { withResponse } from "@/lib/platform/server/page-status";

import { peerHeader } from "./client-address";
import { makeFailurePage } from "./failure-page";
import type { Following } from "./follow-request";
import { followRequest, pathOf } from "./follow-request";
import { followServers } from "./follow-servers";
import type { RefusalReason } from "./reasons";
import { refuse } from "./reasons";
import { replaceFailure } from "./replace-failure";
import { respondRefusal } from "./respond";
import { servePage } from "./serve-page";

/**
 * What the guard takes from the configuration: whether the checkout host is https; whether this is a demo; where home
 * is, if it isn't here; how requests are followed; what answers a request immediately, or returns false and has done
 * nothing.
 */
export type GuardFacts = Following & {
  isSecure: boolean;
  isDemo: boolean;
  mainSite: string | undefined;
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** HSTS for two years. A demo on http without it, or it would lock its own browser out. */
const strictTransport = "max-age=63072000; includeSubDomains";

/** A head arrives within this long, and a request with its body within that long, in ms. A body has 64 KiB at most. */
const headMs = 30_000;
const requestMs = 60_000;

/** How long a connection without traffic is kept, in ms: after that, its client isn't reading the answer. */
const silenceMs = 600_000;

const pageMethods = ["GET", "HEAD"];
const apiMethods = [...pageMethods, "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

function methodsOf(target: string): string[] {
  return /^\/api(?:[/?]|$)/.test(target) ? apiMethods : pageMethods;
}

function isReadable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/**
 * Treats the percent signs of segments that aren't valid UTF-8 as literal ones: such an address doesn't exist anyway.
 */
function readableTarget(target: string): string {
  const [path = "", ...query] = target.split("?");
  const segments = path.split("/").map((part) => (isReadable(part) ? part : part.replaceAll("%", "%25")));
  return [segments.join("/"), ...query].join("?");
}

/** Whether a target means a file of the demo's draws, however it is written. Takes a readable one. */
function isDemoFile(target: string): boolean {
  return /^\/+demo(?:\/|$)/i.test(decodeURIComponent(pathOf(target)));
}

async function answerRefusal(response: ServerResponse, reason: RefusalReason, allow?: string): Promise<void> {
  const refusal = respondRefusal(currentRequestId(), refuse(reason), allow ? { Allow: allow } : {});
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
}

/** Headers of every answer, whoever sends it. */
function prepareAnswer(request: IncomingMessage, response: ServerResponse, { isSecure }: GuardFacts): void {
  if (isSecure) response.setHeader("Strict-Transport-Security", strictTransport);
  // No other protocol is spoken here, and what follows such a request is not read as the next one.
  if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
}

function guardRequest(listener: RequestListener, facts: GuardFacts): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    prepareAnswer(request, response, facts);
    if (facts.answerAtOnce(request, response)) return;
    const target = request.url ?? "";
    const allowed = methodsOf(target);
    if (!allowed.includes(request.method ?? "")) {
      void answerRefusal(response, "method-not-allowed", allowed.join(", "));
      return;
    }
    const readable = readableTarget(target);
    if (!target.startsWith("/") || (!facts.isDemo && isDemoFile(readable))) {
      void answerRefusal(response, "not-found");
      return;
    }
    const [path = ""] = readable.split("?");
    const audience = { path, userAgent: request.headers["user-agent"], mainSite: facts.mainSite };
    const pass = (wanted = readable) => {
      replaceFailure(response, () => makeFailurePage(audience));
      request.url = wanted;
      // Next tells its handlers nothing of the socket.
      request.headers[peerHeader] = request.socket.remoteAddress ?? "";
      withResponse(response, () => listener(request, response));
    };
    servePage({ request, response, pass });
  };
}

/**
 * Puts a guard before a request listener: 405 for methods that an address cannot have, 404 for targets that are no path
 * and for the demo's files anywhere else, and paths that cannot be decoded go on as unknown ones. Next answers most of
 * these with a bare 500 or 400. What goes on carries the address of its socket in `peerHeader`, an id that its lines
 * of the log and its answer name (`followRequest`), a page can set its status, and one that fails is replaced. Pages
 * that are the same for all are answered as they are kept (`servePage`).
 */
export function guardRequests(listener: RequestListener, facts: GuardFacts): RequestListener {
  const answer = guardRequest(listener, facts);
  return (request, response) => followRequest({ request, response }, facts, () => answer(request, response));
}

function guardServer(server: Server, facts: GuardFacts): void {
  server.headersTimeout = headMs;
  server.requestTimeout = requestMs;
  server.timeout = silenceMs;
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  for (const listener of listeners) server.on("request", guardRequests(listener, facts));
}

/** Guards the HTTP servers of this process from their next connection or request on; gives what ends it. */
export function guardServers(facts: GuardFacts): () => void {
  return followServers((server) => guardServer(server, facts));
}
