import { setTimeout as wait } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { pageLifetimeMs, renderedAtHeader } from "@/lib/platform/guard/page-age.mjs";
import {
  byUrl,
  cachedPageCounts,
  createPage,
  createStamp,
  everyUrl,
  pageStageForFile,
  shared,
} from "@/tests/support/servers/page-stage";

import { clearPages } from "./cached-pages";
import { queueRendering } from "./render-queue";

const stage = pageStageForFile();

describe("an answer to a single request", () => {
  it.each<[string, number, Record<string, string>]>([
    ["without the stamp of the page cache", 200, shared],
    ["with a cookie", 200, { ...shared, ...createStamp(), "set-cookie": "a=b" }],
    ["that nobody may keep", 200, { ...shared, ...createStamp(), "cache-control": "private, no-store" }],
    ["without a word on who may keep it", 200, { "content-type": "text/html", ...createStamp() }],
    ["that is no page", 200, { ...shared, ...createStamp(), "content-type": "text/x-component" }],
    ["that leads elsewhere", 307, { ...shared, ...createStamp(), location: "/fr/draw" }],
    ["for nothing", 404, { ...shared, ...createStamp() }],
  ])("%s goes to that visitor unchanged, and isn't kept", async (_what, status, headers) => {
    const names = ["Anne", "Bob", "Carl"];
    stage.answer = async (request, response) => {
      await wait(20);
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end(`for ${request.headers.host}`);
    };
    const answers = await Promise.all(names.map((name) => stage.get("/draw", { host: name })));
    expect(answers.map((one) => [one.status, one.text])).toEqual(names.map((name) => [status, `for ${name}`]));
    for (const { headers: responseHeaders } of answers) {
      expect(responseHeaders).not.toHaveProperty(renderedAtHeader);
      expect(responseHeaders).not.toHaveProperty("x-shared-page");
    }
    expect([cachedPageCounts().pages, cachedPageCounts().pendingRenders]).toEqual([0, 0]);
  });

  /** Resolves to true if the second visitor of an order's page sees the first one's name. */
  async function isMixedUp(guards: { byUrl: boolean; byStamp: boolean }): Promise<boolean> {
    clearPages();
    stage.keyOf = guards.byUrl ? byUrl : everyUrl;
    stage.answer = (request, response) => {
      const stamp = guards.byStamp ? {} : createStamp();
      response.writeHead(200, { ...shared, ...stamp }).end(`for ${request.headers.host}`);
    };
    await stage.get("/order/draw/one", { host: "Anne" });
    return (await stage.get("/order/draw/one", { host: "Bob" })).text !== "for Bob";
  }

  it("is guarded by its URL and by the stamp: without both, it would go to another visitor", async () => {
    expect(await isMixedUp({ byUrl: true, byStamp: true })).toBe(false);
    expect(await isMixedUp({ byUrl: true, byStamp: false })).toBe(false);
    expect(await isMixedUp({ byUrl: false, byStamp: true })).toBe(false);
    expect(await isMixedUp({ byUrl: false, byStamp: false })).toBe(true);
  });

  it("leaves nothing behind, however many unknown URLs are requested", async () => {
    stage.answer = (_request, response) => void response.writeHead(404, shared).end("nothing");
    await Promise.all(Array.from({ length: 200 }, (_, index) => stage.get(`/unknown-${index}`)));
    expect([cachedPageCounts().pages, cachedPageCounts().pendingRenders]).toEqual([0, 0]);
  });
});

describe("pages that Next has to render", () => {
  /** Holds renderings until the test releases them, in the order in which they began. */
  function holdAll(): Map<string, () => void> {
    const started = new Map<string, () => void>();
    stage.answer = (request, response) => void started.set(request.url ?? "", () => response.end(request.url));
    stage.keyOf = () => null;
    return started;
  }

  it("are refused only to those who don't buy, when many of them wait", async () => {
    const started = holdAll();
    const ends: (() => void)[] = [];
    const begin = (end: () => void) => void ends.push(end);
    const rendering = { isWanted: () => true, begin, drop: () => undefined };
    for (const turn of ["sale", "sale"] as const) queueRendering(turn, rendering);
    await expect.poll(() => ends.length).toBe(2);
    let left = 2;
    while (queueRendering("other", rendering)) left += 1;
    stage.priority = "other";
    expect(await stage.get("/none")).toMatchObject({ status: 503, text: "busy" });
    stage.priority = "sale";
    const buyer = stage.get("/order");
    while (!started.has("/order")) {
      left -= ends.splice(0, 1).map((end) => end()).length;
      await wait(1);
    }
    started.get("/order")?.();
    expect((await buyer).status).toBe(200);
    for (; left > 0; left -= ends.splice(0).map((end) => end()).length) await wait(1);
  });

  it("give whoever waits for long the last page, the first visitor too, and make the new one once", async () => {
    stage.keyOf = byUrl;
    await stage.get("/draw");
    await wait(pageLifetimeMs + 50);
    const waiting = { isWanted: () => true, begin: () => undefined, drop: () => undefined };
    // Each of these keeps its place for a second.
    for (let index = 0; index < 8; index += 1) queueRendering("shared", waiting);
    const visits = await Promise.all([stage.get("/draw"), stage.get("/draw?a=b")]);
    expect(visits.map(({ status, text: body }) => [status, body])).toEqual([
      [200, createPage("page ")],
      [200, createPage("page ")],
    ]);
    expect(stage.asked).toEqual(["/draw"]);
    await expect.poll(() => stage.asked, { timeout: 5000 }).toEqual(["/draw", "/draw"]);
  });

  it("are refused to all who wait with the one that is refused", async () => {
    stage.keyOf = everyUrl;
    const ends: (() => void)[] = [];
    const rendering = { isWanted: () => true, begin: (end: () => void) => void ends.push(end), drop: () => undefined };
    let left = 0;
    while (queueRendering("other", rendering)) left += 1;
    stage.priority = "other";
    const visits = await Promise.all([stage.get("/none"), stage.get("/none"), stage.get("/none")]);
    expect(visits.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect([stage.asked, cachedPageCounts().pendingRenders]).toEqual([[], 0]);
    for (; left > 0; left -= ends.splice(0).map((end) => end()).length) await wait(1);
  });

  it("cost nothing once their visitor has left", async () => {
    const started = holdAll();
    const [first, second] = [stage.leave("/a"), stage.leave("/b")];
    await expect.poll(() => started.size).toBe(2);
    const [left, stays] = [stage.leave("/c"), stage.get("/d")];
    left.destroy();
    await wait(20);
    first.destroy();
    second.destroy();
    await expect.poll(() => started.has("/d")).toBe(true);
    started.get("/d")?.();
    expect((await stays).status).toBe(200);
    expect(started.has("/c")).toBe(false);
  });
});
