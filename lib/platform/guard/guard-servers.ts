import "server-only";

import { existsSync } from "node:fs";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { peerHeader } from "@/lib/platform/http/client-ip";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { respondRefusal } from "@/lib/platform/http/respond";
import { localizedPath, splitPath } from "@/lib/platform/i18n/routing";
import { getCurrentRequestId, logRarely } from "@/lib/platform/server/log";
import { withResponse } from "@/lib/platform/server/page-status";
import type { CompletedResponse } from "./buffer-response";
import type { PageVisitor } from "./failure-page";
import { renderFailurePage, replaceFailure } from "./failure-page";
import type { PageClassifier } from "./page-key";
import { keepOnlyPageHeaders, missingPath, toPageKey } from "./page-key";
import { respondBetweenCalls } from "./render-queue";
import { respondInOrder } from "./respond-in-order";
import { servePage } from "./serve-page";
import type { TrackingOptions } from "./track-request";
import { parsePath, trackRequest, watchServers } from "./track-request";

/** `mainSite` is the home page if it is another site's. `answerDirectly` returns false to leave a request to Next. */
export type GuardOptions = TrackingOptions & {
  isSecure: boolean;
  isDemo: boolean;
  mainSite: string | undefined;
  answerDirectly: (request: IncomingMessage, response: ServerResponse) => boolean;
  pages: PageClassifier;
};

/** Two years. A demo over http must not send it, because the browser would refuse http from then on. */
const strictTransport = "max-age=63072000; includeSubDomains";

/** For a request's headers, and for the whole request, whose body has at most 64 KiB. */
const headersTimeoutMs = 30_000;
const requestTimeoutMs = 60_000;

/** After this long without traffic, the client isn't reading its answer. */
const idleTimeoutMs = 600_000;

const pageMethods = ["GET", "HEAD"];
const apiMethods = [...pageMethods, "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Follows docs/decisions/011-guard-before-next.md. Next would answer most of the refused requests with a bare 500 or
 * 400.
 */
export function guardRequests(listener: RequestListener, options: GuardOptions): RequestListener {
  const answer = guardRequest(listener, options);
  return (request, response) => {
    const work = () => trackRequest({ request, response }, options, () => answer(request, response));
    respondInOrder(request, response, work);
  };
}

export function guardServers(options: GuardOptions): () => void {
  return watchServers((server) => guardServer(server, options));
}

function isApi(target: string): boolean {
  return /^\/api(?:[/?]|$)/.test(target);
}

const dotSegment = /^[^?]*[/\\](?:\.|%2e){1,2}(?:[/\\?]|$)/i;

/** Resolves a target as Next does. Empty if it isn't valid in any URL. */
function resolveTarget(target: string): string {
  if (!target.startsWith("/") || !dotSegment.test(target)) return target;
  const url = `http://localhost${target}`;
  if (!URL.canParse(url)) return "";
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/** Escapes the percent signs of invalid UTF-8. No page has such a URL. */
function escapeInvalidUtf8(target: string): string {
  const [path = "", ...query] = target.split("?");
  const segments = path.split("/").map((part) => (isDecodable(part) ? part : part.replaceAll("%", "%25")));
  return [segments.join("/"), ...query].join("?");
}

function isDemoFile(target: string): boolean {
  return /^\/+demo(?:\/|$)/i.test(decodeURIComponent(parsePath(target)));
}

function isFile(path: string): boolean {
  if (/^\/(?:_next\/static|_i18n|builds)\//.test(path)) return true;
  return /^(?:\/[\w-]+)+\.[a-z]+$/.test(path) && existsSync(join(process.cwd(), "public", path));
}

/** Visitors must not reach Next's internal pages, under a dash or with a tilde. */
function hideInternalPages(target: string): string {
  const [path = "", ...query] = target.split("?");
  const { language, barePath } = splitPath(path);
  const isHidden = /^\/-\/|~/.test(decodeURIComponent(barePath));
  if (!isHidden || /^\/(?:api|_next)\//.test(target)) return target;
  return [localizedPath(language, missingPath), ...query].join("?");
}

async function respondRefused(response: ServerResponse, reason: RefusalReason, allow?: string): Promise<void> {
  const refusal = respondRefusal(getCurrentRequestId(), refuse(reason), allow ? { Allow: allow } : {});
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
}

function refusePage(response: ServerResponse, visitor: PageVisitor): void {
  logRarely("More pages wait than are rendered: those that nobody buys by are refused");
  const { html, headers } = renderFailurePage(visitor);
  response.writeHead(503, { ...headers, "Retry-After": "5" }).end(html);
}

function prepareAnswer(request: IncomingMessage, response: ServerResponse, { isSecure }: GuardOptions): void {
  if (isSecure) response.setHeader("Strict-Transport-Security", strictTransport);
  // Upgrades aren't supported, and bytes after such a request must not be read as the next one.
  if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
}

function guardRequest(listener: RequestListener, options: GuardOptions): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    prepareAnswer(request, response, options);
    const target = resolveTarget(request.url ?? "");
    request.url = target;
    if (options.answerDirectly(request, response)) return;
    const allowed = isApi(target) ? apiMethods : pageMethods;
    if (!allowed.includes(request.method ?? "")) {
      void respondRefused(response, "method-not-allowed", allowed.join(", "));
      return;
    }
    const readable = hideInternalPages(escapeInvalidUtf8(target));
    if (!target.startsWith("/") || (!options.isDemo && isDemoFile(readable))) {
      void respondRefused(response, "not-found");
      return;
    }
    const [path = ""] = readable.split("?");
    const visitor = { path, userAgent: request.headers["user-agent"], mainSite: options.mainSite };
    const pass = (answer: ServerResponse, to = readable) => {
      request.url = to;
      if (!isApi(target)) keepOnlyPageHeaders(request);
      // Next hides the socket from its handlers.
      request.headers[peerHeader] = request.socket.remoteAddress ?? "";
      withResponse(answer, () => listener(request, answer));
    };
    if (isApi(target)) {
      pass(response);
      return;
    }
    if (isFile(path)) {
      respondBetweenCalls(() => pass(response));
      return;
    }
    const call = {
      request,
      response,
      pass,
      repair: (answer: CompletedResponse) => replaceFailure(answer, visitor),
      getPagePriority: () => options.pages.getPagePriority(path, readable.slice(path.length + 1)),
      refuse: () => refusePage(response, visitor),
    };
    respondBetweenCalls(() => servePage(call, (page) => toPageKey(page, options.pages)));
  };
}

const guarded = new WeakSet<Server>();

function guardServer(server: Server, options: GuardOptions): void {
  if (guarded.has(server)) return;
  guarded.add(server);
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.timeout = idleTimeoutMs;
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  for (const listener of listeners) server.on("request", guardRequests(listener, options));
}
