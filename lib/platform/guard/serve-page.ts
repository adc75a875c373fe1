import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

import { renderedAtHeader } from "@/lib/platform/guard/page-age.mjs";
import { encodeFor, matchesEtag } from "@/lib/platform/http/cached-response";

import type { CompletedResponse } from "./buffer-response";
import { bufferResponse } from "./buffer-response";
import type { CachedPage, RenderOutcome } from "./cached-pages";
import {
  addPendingRender,
  cachePage,
  deletePage,
  endPendingRender,
  findPendingRender,
  getCachedPage,
  getFreshPage,
  isRecent,
  markAsCacheHit,
  readPage,
  resolveWaiting,
} from "./cached-pages";
import type { PageKey } from "./page-key";
import { requestFullPage } from "./page-key";
import type { PagePriority, RenderPriority } from "./render-queue";
import { queueRendering } from "./render-queue";

/** `pass` lets Next answer, `repair` replaces a failed answer, and `refuse` answers when too many requests wait. */
type PageCall = {
  request: IncomingMessage;
  response: ServerResponse;
  pass: (response: ServerResponse, target?: string) => void;
  repair: (buffered: CompletedResponse) => CompletedResponse;
  getPagePriority: () => Promise<PagePriority>;
  refuse: () => void;
};

type FindPageKey = (request: IncomingMessage) => PageKey | null;

/** Tells caches that the page depends only on its URL, and its language. */
const sharedHeader = "X-Shared-Page";

/** After waiting this long for another request's rendering, a request gets the stale page or goes to Next. */
const renderWaitMs = 3000;

/** The stale page may be this old while the new one is queued. */
const maxStaleAgeMs = 60_000;

const noCache = /(?:^|,)\s*no-cache\s*(?:,|$)/;

/** Renders once for all concurrent visitors (docs/decisions/011-guard-before-next.md). */
export function servePage(call: PageCall, findKey: FindPageKey): void {
  const key = findKey(call.request);
  const page = key && getFreshPage(key.path);
  const pendingRender = key && findPendingRender(key.path);
  // One visitor triggers the early rendering. The others get the page, which is still fresh.
  if (page && (pendingRender || isRecent(page))) sendPage(call, key, page);
  else if (pendingRender) pendingRender.waiting.push(AsyncResource.bind((outcome) => resume(call, key, outcome)));
  else if (key && call.request.method === "GET") void renderShared(call, key);
  else void renderUncached(call, key);
}

function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: Uint8Array | null): void {
  if (!response.headersSent && !response.destroyed) response.writeHead(status, headers).end(body);
}

function sendAnswer({ response, repair }: PageCall, buffered: CompletedResponse): void {
  const { status, headers, body } = repair(buffered);
  const { [renderedAtHeader]: _stamp, ...others } = headers;
  send(response, status, others, body);
}

async function getRenderPriority(
  { getPagePriority }: PageCall,
  { path, isLowPriority }: PageKey,
): Promise<RenderPriority> {
  if (isLowPriority) return "other";
  return getCachedPage(path) || (await getPagePriority()) === "sale" ? "shared" : "other";
}

/** Lets Next answer without caching, unless the page has been cached or the visitor has left meanwhile. */
async function renderUncached(call: PageCall, key: PageKey | null): Promise<void> {
  const { request, response, pass } = call;
  const wasQueued = queueRendering(await call.getPagePriority(), {
    isWanted: () => !response.destroyed,
    begin: (end) => {
      const page = key && getFreshPage(key.path);
      if (page) {
        sendPage(call, key, page);
        end();
        return;
      }
      const answer = bufferResponse(request, (buffered) => {
        end();
        sendAnswer(call, buffered);
      });
      response.once("close", () => answer.destroy());
      pass(answer);
    },
    drop: () => undefined,
  });
  if (!wasQueued) call.refuse();
}

/** `visitor` are the headers before the request was changed for Next. */
function sendPage({ request, response }: PageCall, key: PageKey, page: CachedPage, visitor = request.headers): void {
  const { "if-none-match": tags = null, "cache-control": caching = "", "accept-encoding": encodings } = visitor;
  const { "content-type": type, ...lastingHeaders } = page.headers;
  const headers = key.isMissing ? lastingHeaders : { ...lastingHeaders, [sharedHeader]: key.language };
  if (!key.isMissing && matchesEtag(tags, page.tag) && !noCache.test(caching)) {
    send(response, 304, headers, null);
    return;
  }
  const { bytes, headers: encoding } = encodeFor(page, encodings);
  send(response, page.status, { ...headers, "content-type": type, ...encoding }, bytes);
}

function storePage(key: PageKey, buffered: CompletedResponse, startedMs: number): CachedPage | null {
  const page = readPage(buffered, key.isMissing ? startedMs : undefined);
  if (page) cachePage(key.path, page);
  else if (buffered.status < 500) deletePage(key.path);
  return page ?? getCachedPage(key.path);
}

async function renderShared(call: PageCall, key: PageKey): Promise<void> {
  const { request, response } = call;
  const pendingRender = addPendingRender(key.path);
  let hasBegun = false;
  const settle = (outcome: RenderOutcome) => {
    clearTimeout(timer);
    endPendingRender(key.path, pendingRender, outcome);
  };
  const visitor = requestFullPage(request, key.language);
  const serveStale = () => {
    const stale = getCachedPage(key.path);
    if (hasBegun) {
      settle(stale);
      return;
    }
    timer.refresh();
    // The rendering stays queued for later visitors.
    if (!stale || performance.now() - stale.renderedAtMs > maxStaleAgeMs) return;
    sendPage(call, key, stale, visitor);
    resolveWaiting(pendingRender, stale);
  };
  const timer = setTimeout(serveStale, renderWaitMs).unref();
  const begin = (end: () => void) => {
    const startedMs = performance.now();
    hasBegun = true;
    timer.refresh();
    const answer = bufferResponse(request, (buffered) => {
      end();
      const page = storePage(key, buffered, startedMs);
      settle(page && markAsCacheHit(page));
      if (page) sendPage(call, key, page, visitor);
      else sendAnswer(call, buffered);
    });
    call.pass(answer, key.path);
  };
  const isWanted = () => !response.destroyed || pendingRender.waiting.length > 0 || getCachedPage(key.path) !== null;
  const drop = () => settle("refused");
  if (queueRendering(await getRenderPriority(call, key), { isWanted, begin, drop })) return;
  drop();
  call.refuse();
}

function resume(call: PageCall, key: PageKey, outcome: RenderOutcome): void {
  if (call.response.destroyed) return;
  if (outcome === "refused") call.refuse();
  else if (outcome) sendPage(call, key, outcome);
  else void renderUncached(call, key);
}
