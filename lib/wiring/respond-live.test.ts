import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { maxLiveAgeMs } from "@/lib/activity/store.live";
import { viewLive } from "@/lib/activity/view-live";
import type { AppCheck, AppCheckVerdict } from "@/lib/gateways/firebase/port.app-check";
import { findSinglePool } from "@/lib/platform/db/database";
import { guardRequests } from "@/lib/platform/guard/guard-servers";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { respondLive } from "./respond-live";

/** Stands in for Next. */
const next: RequestListener = (_request, response) => void response.writeHead(202).end("next");

let test: TestContext;
let server: Server;
let url = "";
let appCheck: AppCheck | null = null;
let isOpen = true;
let verified = 0;

/** App Check in one mode for every path. No caller has a token. */
function checking(mode: "watch" | "enforce"): AppCheck {
  const verdict: AppCheckVerdict = { kind: "flawed", flaw: "missing" };
  const verify = async () => {
    verified += 1;
    return verdict;
  };
  return { getMode: () => mode, verify };
}

beforeAll(async () => {
  test = await openTestContext();
  await openDraw(test, "answered");
  const facts = { trustsProxy: false, findPattern: () => "-", isSecure: true, isDemo: true, mainSite: undefined };
  const pages = { findSharedPage: () => null, parameters: [], getPagePriority: async () => "sale" as const };
  const opened = () => (isOpen ? { pools: findSinglePool(test.ctx.db), clock: test.clock, appCheck } : null);
  const answerDirectly = (...call: Parameters<RequestListener>) => respondLive(opened() as never, ...call);
  server = createServer(guardRequests(next, { ...facts, answerDirectly, pages }));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await test.close();
});

beforeEach(async () => {
  [appCheck, isOpen, verified] = [null, true, 0];
  test.clock.advance(maxLiveAgeMs);
  await viewLive(test.ctx, "answered");
});

const path = "/api/draws/answered/live";

async function requestStatus(request: Partial<Parameters<typeof sendRaw>[1]> = {}): Promise<number> {
  return (await sendRaw(url, { method: "GET", path, ...request })).status;
}

describe("the live state before Next", () => {
  it("is answered while it is fresh, with the headers of every answer", async () => {
    const { status, headers, text } = await sendRaw(url, { method: "GET", path });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ sold: 0, salesOpen: true });
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=0, s-maxage=1",
      "content-type": "application/json",
      "strict-transport-security": expect.any(String),
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      vary: expect.stringContaining("Accept-Encoding"),
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const known = await sendRaw(url, { method: "GET", path, headers: { "if-none-match": headers.etag ?? "" } });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, "", headers.etag]);
    const head = await sendRaw(url, { method: "HEAD", path });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, "", headers.etag]);
  });

  it("is sent in the encoding that its caller accepts", async () => {
    const response = await fetch(`${url}${path}`, { headers: { "accept-encoding": "gzip, br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(await response.json()).toMatchObject({ sold: 0 });
  });

  it.each([
    ["another method", { method: "POST" }],
    ["a question mark behind it", { path: `${path}?a=b` }],
    ["the navigation of Next", { headers: { rsc: "1" } }],
    ["a draw that nobody asked for", { path: "/api/draws/another/live" }],
    ["a draw's id in other letters", { path: "/api/draws/%61nswered/live" }],
    ["another address", { path: "/api/draws/answered" }],
  ])("is left to its route: %s", async (_what, request) => {
    expect(await requestStatus()).toBe(200);
    expect(await requestStatus(request)).toBe(202);
  });

  it("is left to its route if it is old, and before the process has opened what it needs", async () => {
    test.clock.advance(maxLiveAgeMs - 1);
    expect(await requestStatus()).toBe(200);
    test.clock.advance(1);
    expect(await requestStatus()).toBe(202);
    await viewLive(test.ctx, "answered");
    isOpen = false;
    expect(await requestStatus()).toBe(202);
  });

  it("is left to its route if App Check decides, and checked in watch mode", async () => {
    appCheck = checking("enforce");
    expect([await requestStatus(), verified]).toEqual([202, 0]);
    appCheck = checking("watch");
    expect([await requestStatus(), verified]).toEqual([200, 1]);
  });
});
