import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

import { renderedAtHeader } from "@/lib/platform/csp/page-age.mjs";
import { encodeFor, namesEtag } from "@/lib/platform/http/kept-answer";

import type { HeldAnswer } from "./hold-answer";
import { holdAnswer } from "./hold-answer";
import type { KeptPage, Outcome } from "./kept-pages";
import {
  answerFlight,
  asKept,
  dropPage,
  endFlight,
  flightOf,
  freshPage,
  isYoung,
  keepPage,
  lastPage,
  readPage,
  startFlight,
} from "./kept-pages";
import type { PageKey } from "./page-key";
import { askForAll } from "./page-key";
import type { Rank, Turn } from "./render-queue";
import { queueRendering } from "./render-queue";

/**
 * `pass` lets Next answer `response`, optionally at another target; `repair` replaces a failed answer; `refuse` answers
 * when too many wait.
 */
type PageCall = {
  request: IncomingMessage;
  response: ServerResponse;
  pass: (response: ServerResponse, target?: string) => void;
  repair: (held: HeldAnswer) => HeldAnswer;
  rankOf: () => Promise<Rank>;
  refuse: () => void;
};

type KeyOf = (request: IncomingMessage) => PageKey | null;

/** Response header for caches: the language of a page that depends only on its address. */
const sharedHeader = "X-Shared-Page";

/** How long a request waits for another's rendering, in ms, before it gets the older page or goes to Next. */
const patienceMs = 3000;

/** Maximum age of that older page while the new one is queued, in ms. */
const oldestMs = 60_000;

const wantsAnew = /(?:^|,)\s*no-cache\s*(?:,|$)/;

function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: Uint8Array | null): void {
  if (!response.headersSent && !response.destroyed) response.writeHead(status, headers).end(body);
}

function sendNext({ response, repair }: PageCall, held: HeldAnswer): void {
  const { status, headers, body } = repair(held);
  const { [renderedAtHeader]: _stamp, ...rest } = headers;
  send(response, status, rest, body);
}

async function turnOf({ rankOf }: PageCall, { path, isAside }: PageKey): Promise<Turn> {
  if (isAside) return "other";
  return lastPage(path) || (await rankOf()) === "sale" ? "crowd" : "other";
}

/** Lets Next answer without caching, unless the page was cached meanwhile or the visitor left. */
async function passOn(call: PageCall, key: PageKey | null): Promise<void> {
  const { request, response, pass } = call;
  const isQueued = queueRendering(await call.rankOf(), {
    isWanted: () => !response.destroyed,
    begin: (end) => {
      const page = key && freshPage(key.path);
      if (page) {
        sendPage(call, key, page);
        end();
        return;
      }
      const answer = holdAnswer(request, (held) => {
        end();
        sendNext(call, held);
      });
      response.once("close", () => answer.destroy());
      pass(answer);
    },
    drop: () => undefined,
  });
  if (!isQueued) call.refuse();
}

/** `visitor`: headers from before the request was changed for Next. */
function sendPage({ request, response }: PageCall, key: PageKey, page: KeptPage, visitor = request.headers): void {
  const { "if-none-match": tags = null, "cache-control": caching = "", "accept-encoding": encodings } = visitor;
  const { "content-type": type, ...lasting } = page.headers;
  const headers = key.isMissing ? lasting : { ...lasting, [sharedHeader]: key.language };
  if (!key.isMissing && namesEtag(tags, page.tag) && !wantsAnew.test(caching)) {
    send(response, 304, headers, null);
    return;
  }
  const { bytes, headers: encoding } = encodeFor(page, encodings);
  send(response, page.status, { ...headers, "content-type": type, ...encoding }, bytes);
}

/** The older page if Next failed. */
function pageFor(key: PageKey, held: HeldAnswer, startedMs: number): KeptPage | null {
  const page = readPage(held, key.isMissing ? startedMs : undefined);
  if (page) keepPage(key.path, page);
  else if (held.status < 500) dropPage(key.path);
  return page ?? lastPage(key.path);
}

/** Renders a page for all concurrent visitors. */
async function lead(call: PageCall, key: PageKey): Promise<void> {
  const { request, response } = call;
  const flight = startFlight(key.path);
  let isBegun = false;
  const settle = (outcome: Outcome) => {
    clearTimeout(timer);
    endFlight(key.path, flight, outcome);
  };
  const visitor = askForAll(request, key.language);
  const giveLast = () => {
    const last = lastPage(key.path);
    if (isBegun) {
      settle(last);
      return;
    }
    timer.refresh();
    // The rendering stays queued for later visitors.
    if (!last || performance.now() - last.renderedAtMs > oldestMs) return;
    sendPage(call, key, last, visitor);
    answerFlight(flight, last);
  };
  const timer = setTimeout(giveLast, patienceMs).unref();
  const begin = (end: () => void) => {
    const startedMs = performance.now();
    isBegun = true;
    timer.refresh();
    const answer = holdAnswer(request, (held) => {
      end();
      const page = pageFor(key, held, startedMs);
      settle(page && asKept(page));
      if (page) sendPage(call, key, page, visitor);
      else sendNext(call, held);
    });
    call.pass(answer, key.path);
  };
  const isWanted = () => !response.destroyed || flight.waiting.length > 0 || lastPage(key.path) !== null;
  const drop = () => settle("refused");
  if (queueRendering(await turnOf(call, key), { isWanted, begin, drop })) return;
  drop();
  call.refuse();
}

function resume(call: PageCall, key: PageKey, outcome: Outcome): void {
  if (call.response.destroyed) return;
  if (outcome === "refused") call.refuse();
  else if (outcome) sendPage(call, key, outcome);
  else void passOn(call, key);
}

/**
 * Serves the cached page while it is fresh; otherwise Next renders it once for all concurrent visitors
 * (docs/decisions/011-guard-before-next.md).
 */
export function servePage(call: PageCall, keyOf: KeyOf): void {
  const key = keyOf(call.request);
  const page = key && freshPage(key.path);
  const flight = key && flightOf(key.path);
  // One visitor triggers the early rendering; the others get the page that is still fresh.
  if (page && (flight || isYoung(page))) sendPage(call, key, page);
  else if (flight) flight.waiting.push(AsyncResource.bind((outcome) => resume(call, key, outcome)));
  else if (key && call.request.method === "GET") void lead(call, key);
  else void passOn(call, key);
}
