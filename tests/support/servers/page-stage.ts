import type { ClientRequest, IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { request as call, createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { CompletedResponse } from "@/lib/platform/guard/buffer-response";
import { clearPages } from "@/lib/platform/guard/cached-pages";
import { renderedAtHeader } from "@/lib/platform/guard/page-age.mjs";
import type { PageKey } from "@/lib/platform/guard/page-key";
import { toPageKey } from "@/lib/platform/guard/page-key";
import type { PagePriority } from "@/lib/platform/guard/render-queue";
import { servePage } from "@/lib/platform/guard/serve-page";
import { classifyPages } from "@/lib/wiring/classify-pages";

import type { RawAnswer } from "@/tests/support/calls/raw-request";
import { sendRaw } from "@/tests/support/calls/raw-request";

export type FindKey = (request: IncomingMessage) => PageKey | null;

/** Serves cached pages. The test's `answer` replaces Next. */
export type PageStage = {
  answer: RequestListener;
  /** Requests that reached Next. */
  asked: string[];
  keyOf: FindKey;
  priority: PagePriority;
  url: () => string;
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<RawAnswer>;
  /** Sends a request without waiting for its answer. */
  leave: (path: string) => ClientRequest;
};

const pages = classifyPages({ findPattern: () => "/[locale]/[...rest]", isDraw: async () => true, hasList: true });

export const byUrl: FindKey = (request) => toPageKey(request, pages);

export const everyUrl: FindKey = (request) => ({ path: request.url ?? "", language: "en" });

export const tag = '"tag"';

export const shared = { etag: tag, "cache-control": "s-maxage=1", "content-type": "text/html" };

export const createPage = (words: string) => `<html>${words.repeat(500)}</html>`;

/** A stamp as if the page cache had just rendered the page. */
export const createStamp = () => ({ [renderedAtHeader]: String(performance.now()) });

export function sendStamped(response: ServerResponse, words: string): void {
  const headers = { etag: tag, "cache-control": "s-maxage=1", vary: "rsc", "x-nextjs-cache": "MISS" };
  response
    .writeHead(200, { ...headers, "content-type": "text/html; charset=utf-8", ...createStamp() })
    .end(createPage(words));
}

export function cachedPageCounts(): { pages: number; pendingRenders: number } {
  type Cached = { pages: { size: number }; pendingRenders: { size: number } };
  const { pages: cached, pendingRenders } = (globalThis as unknown as { tirageCachedPages: Cached }).tirageCachedPages;
  return { pages: cached.size, pendingRenders: pendingRenders.size };
}

/** A new stage for each test. */
export function pageStageForFile(): PageStage {
  let server: Server;
  const url = () => `http://localhost:${(server.address() as AddressInfo).port}`;
  const stage: PageStage = {
    answer: (_request, response) => sendStamped(response, "page "),
    asked: [],
    keyOf: byUrl,
    priority: "sale",
    url,
    get: (path, headers = {}, method = "GET") => sendRaw(url(), { method, path, headers }),
    leave: (path) =>
      call(`${url()}${path}`)
        .on("error", () => undefined)
        .end(),
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const repair = (held: CompletedResponse) =>
        held.status === 500 ? { ...held, body: Buffer.from("failed") } : held;
      const pass = (to: ServerResponse, target = request.url ?? "") => {
        request.url = target;
        stage.asked.push(target);
        stage.answer(request, to);
      };
      const refuse = () => void response.writeHead(503).end("busy");
      servePage({ request, response, pass, repair, getPagePriority: async () => stage.priority, refuse }, stage.keyOf);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  afterAll(() => void server.close());

  beforeEach(() => {
    clearPages();
    Object.assign(stage, { asked: [], keyOf: byUrl, priority: "sale" });
    stage.answer = (_request, response) => sendStamped(response, "page ");
  });
  afterEach(() => void vi.restoreAllMocks());

  return stage;
}
