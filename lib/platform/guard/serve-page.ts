import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

import { renderedAtHeader } from "@/lib/platform/csp/page-age.mjs";
import { encodeFor, namesEtag } from "@/lib/platform/http/kept-answer";

import type { HeldAnswer } from "./hold-answer";
import { holdAnswer } from "./hold-answer";
import type { Found, KeptPage } from "./kept-pages";
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
 * A request that Next would answer. `pass` has it answer `response`, for `target` in place of the request's own;
 * `repair` replaces an answer that failed; `rankOf` says what the page is for; `refuse` answers whoever comes while too
 * many wait.
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

/** Says in which language a page is that depends on nothing but its address, to caches that tell them apart. */
const sharedHeader = "X-Shared-Page";

/**
 * How long to wait for a page that another request is fetching, in ms; then the last one is served, or Next is asked.
 */
const patienceMs = 3000;

/** How old that last one may be, in ms, where the new one only waits for its turn. */
const oldestMs = 60_000;

const wantsAnew = /(?:^|,)\s*no-cache\s*(?:,|$)/;

/** Sends an answer, once, if its visitor is still there. */
function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: Uint8Array | null): void {
  if (!response.headersSent && !response.destroyed) response.writeHead(status, headers).end(body);
}

/** Sends what Next answered, or what replaces it. */
function sendNext({ response, repair }: PageCall, held: HeldAnswer): void {
  const { status, headers, body } = repair(held);
  const { [renderedAtHeader]: _stamp, ...told } = headers;
  send(response, status, told, body);
}

/** When a page is made that is kept: one that was made before is nothing to look up. */
async function turnOf({ rankOf }: PageCall, { path, isAside }: PageKey): Promise<Turn> {
  if (isAside) return "other";
  return lastPage(path) || (await rankOf()) === "sale" ? "crowd" : "other";
}

/**
 * Lets Next answer, and keeps nothing. Who went away meanwhile costs no rendering, who reads slowly no turn, and who
 * waited for a page that is there by now gets that.
 */
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

/** Sends a page in the form that these headers ask for: those of the request, before any were changed for Next. */
function sendPage({ request, response }: PageCall, key: PageKey, page: KeptPage, asked = request.headers): void {
  const { "if-none-match": known = null, "cache-control": wanted = "", "accept-encoding": accepted } = asked;
  const { "content-type": type, ...lasting } = page.headers;
  const headers = key.isMissing ? lasting : { ...lasting, [sharedHeader]: key.language };
  if (!key.isMissing && namesEtag(known, page.tag) && !wantsAnew.test(wanted)) {
    send(response, 304, headers, null);
    return;
  }
  const { bytes, headers: encoded } = encodeFor(page, accepted);
  send(response, page.status, { ...headers, "content-type": type, ...encoded }, bytes);
}

/** What is sent in place of Next's answer: its page, or if that failed, the last one. */
function pageFor(key: PageKey, held: HeldAnswer, askedAtMs: number): KeptPage | null {
  const page = readPage(held, key.isMissing ? askedAtMs : undefined);
  if (page) keepPage(key.path, page);
  else if (held.status < 500) dropPage(key.path);
  return page ?? lastPage(key.path);
}

/** Requests a page from Next on behalf of all concurrent visitors: by its bare address, and in full. */
async function lead(call: PageCall, key: PageKey): Promise<void> {
  const { request, response } = call;
  const flight = startFlight(key.path);
  let isBegun = false;
  const settle = (found: Found) => {
    clearTimeout(timer);
    endFlight(key.path, flight, found);
  };
  const asked = askForAll(request, key.language);
  const giveLast = () => {
    const last = lastPage(key.path);
    if (isBegun) {
      settle(last);
      return;
    }
    timer.refresh();
    // The page is made in its turn, for those who come then.
    if (!last || performance.now() - last.renderedAtMs > oldestMs) return;
    sendPage(call, key, last, asked);
    answerFlight(flight, last);
  };
  const timer = setTimeout(giveLast, patienceMs).unref();
  const begin = (end: () => void) => {
    const askedAtMs = performance.now();
    isBegun = true;
    timer.refresh();
    const answer = holdAnswer(request, (held) => {
      end();
      const page = pageFor(key, held, askedAtMs);
      settle(page && asKept(page));
      if (page) sendPage(call, key, page, asked);
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

function resume(call: PageCall, key: PageKey, found: Found): void {
  if (call.response.destroyed) return;
  if (found === "refused") call.refuse();
  else if (found) sendPage(call, key, found);
  else void passOn(call, key);
}

/**
 * Answers with the kept page while it is fresh; otherwise lets Next answer and keeps that page, once for all concurrent
 * visitors (docs/decisions/011-guard-before-next.md). `keyOf` says which requests have such a page.
 */
export function servePage(call: PageCall, keyOf: KeyOf): void {
  const key = keyOf(call.request);
  const page = key && freshPage(key.path);
  const flight = key && flightOf(key.path);
  // Only one visitor requests early, and waits: while the page is rendered, the others get the one that is still fresh.
  if (page && (flight || isYoung(page))) sendPage(call, key, page);
  else if (flight) flight.waiting.push(AsyncResource.bind((found) => resume(call, key, found)));
  else if (key && call.request.method === "GET") void lead(call, key);
  else void passOn(call, key);
}
