import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

import { renderedAtHeader } from "@/lib/platform/csp/page-age.mjs";

import { encodeFor, namesEtag } from "./body-forms";
import type { HeldAnswer, SendInstead } from "./hold-answer";
import { holdAnswer } from "./hold-answer";
import type { KeptPage } from "./kept-pages";
import {
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
import { pageKeyOf } from "./page-key";

/** A request that Next would answer; `pass` asks it, for `target` in place of the request's own. */
type PageCall = { request: IncomingMessage; response: ServerResponse; pass: (target?: string) => void };

type KeyOf = (request: IncomingMessage) => PageKey | null;

/** Says in which language a page is that depends on nothing but its address, to caches that tell them apart. */
const sharedHeader = "X-Shared-Page";

/**
 * How long to wait for a page that another request is fetching, in ms; then the last one is served, or Next is asked.
 */
const patienceMs = 3000;

const wantsAnew = /(?:^|,)\s*no-cache\s*(?:,|$)/;

function hideStamp(response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    response.removeHeader(renderedAtHeader);
    return writeHead.apply(response, given);
  }) as typeof writeHead;
}

/** Lets Next answer, and keeps nothing. */
function passOn({ response, pass }: PageCall): void {
  hideStamp(response);
  pass();
}

/** Sends a page in the form that these headers ask for. */
function sendPage(asked: IncomingHttpHeaders, key: PageKey, page: KeptPage, send: SendInstead): void {
  const { "if-none-match": known = null, "cache-control": wanted = "", "accept-encoding": accepted } = asked;
  const { "content-type": type, ...lasting } = page.headers;
  const headers = { ...lasting, [sharedHeader]: key.language };
  if (namesEtag(known, page.tag) && !wantsAnew.test(wanted)) {
    send(304, headers, null);
    return;
  }
  const { bytes, headers: encoded } = encodeFor(page, accepted);
  send(200, { ...headers, "content-type": type, ...encoded }, bytes);
}

function sendKept({ request, response }: PageCall, key: PageKey, page: KeptPage): void {
  sendPage(request.headers, key, page, (status, headers, body) => void response.writeHead(status, headers).end(body));
}

/** Makes Next answer with the full page, in a readable encoding; returns the original headers. */
function askForAll({ headers }: IncomingMessage): IncomingHttpHeaders {
  const asked = { ...headers };
  delete headers["if-none-match"];
  if (!headers["accept-encoding"]?.includes("gzip")) delete headers["accept-encoding"];
  return asked;
}

/** What is sent in place of Next's answer: its page, or if that failed, the last one. */
function pageFor(path: string, held: HeldAnswer): KeptPage | null {
  const page = readPage(held);
  if (page) keepPage(path, page);
  else if (held.status < 500) dropPage(path);
  return page ?? lastPage(path);
}

/** Requests a page from Next on behalf of all concurrent visitors: by its bare address, and in full. */
function lead(call: PageCall, key: PageKey): void {
  const { request, response } = call;
  const flight = startFlight(key.path);
  const settle = (page: KeptPage | null | "again") => {
    clearTimeout(timer);
    endFlight(key.path, flight, page);
  };
  const timer = setTimeout(() => settle(lastPage(key.path)), patienceMs).unref();
  response.once("close", () => settle("again"));
  const asked = askForAll(request);
  holdAnswer(response, (held, sendInstead) => {
    const page = pageFor(key.path, held);
    settle(page && asKept(page));
    response.removeHeader(renderedAtHeader);
    if (page) sendPage(asked, key, page, sendInstead);
    return page !== null;
  });
  call.pass(key.path);
}

function resume(call: PageCall, key: PageKey, page: KeptPage | null | "again", keyOf: KeyOf): void {
  if (call.response.destroyed) return;
  if (page === "again") servePage(call, keyOf);
  else if (page) sendKept(call, key, page);
  else passOn(call);
}

/**
 * Answers with the kept page while it is fresh; otherwise lets Next answer and keeps that page, once for all concurrent
 * visitors (docs/decisions/048-kept-pages.md). `keyOf` says which requests have such a page.
 */
export function servePage(call: PageCall, keyOf: KeyOf = pageKeyOf): void {
  const key = keyOf(call.request);
  const page = key && freshPage(key.path);
  const flight = key && flightOf(key.path);
  // Only one visitor requests early, and waits: while the page is rendered, the others get the one that is still fresh.
  if (page && (flight || isYoung(page))) sendKept(call, key, page);
  else if (flight) flight.waiting.push(AsyncResource.bind((found) => resume(call, key, found, keyOf)));
  else if (key && call.request.method === "GET") lead(call, key);
  else passOn(call);
}
