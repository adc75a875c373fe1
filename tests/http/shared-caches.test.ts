import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import { hasNginx } from "@/tests/support/servers/nginx";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { RawAnswer, SharedCache } from "@/tests/support/servers/shared-cache";
import { ask, startSharedCache } from "@/tests/support/servers/shared-cache";

const languageOf = (answer: RawAnswer) => /<html lang="(..)/.exec(answer.body)?.[1];
const isCached = ({ cache }: RawAnswer) => cache !== undefined && cache !== "MISS" && cache !== "BYPASS";

function isOpen({ body }: RawAnswer): boolean | undefined {
  const salesOpen = /salesOpen\\?":(true|false)/.exec(body)?.[1];
  return salesOpen === undefined ? undefined : salesOpen === "true";
}

const french = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-CA,en;q=0.9" };
const visitors: [name: string, headers: Record<string, string>, language: "en" | "fr"][] = [
  ["an English browser", english, "en"],
  ["a French browser", french, "fr"],
  ["a chosen French", { ...english, cookie: "i18n_redirected=fr" }, "fr"],
  ["a chosen English", { ...french, cookie: "i18n_redirected=en" }, "en"],
  ["no hint", {}, "en"],
];

/** The simpler cache shares more, so it represents both outside of full runs. */
const caches: [name: string, heedsVary: boolean][] = [
  ["keeps one answer per address", false],
  ...(isFullRun ? ([["heeds Vary", true]] as [string, boolean][]) : []),
];

describe.skipIf(!hasNginx).each(caches)("a shared cache that %s", (_, heedsVary) => {
  let server: Server;
  let shared: SharedCache;

  beforeAll(async () => {
    server = await startServer();
    shared = await startSharedCache(server, { heedsVary });
  });
  afterAll(async () => {
    await shared?.stop();
    await server?.stop();
  });

  const get = (path: string, headers?: Record<string, string>) => ask(`${shared.url}${path}`, headers);

  async function openDraw(overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
    const draw = drawWith(overrides);
    await importDraw(server, draw);
    return draw.id;
  }

  it("serves a page under /fr to everyone", async () => {
    const id = await openDraw();
    await get(`/fr/${id}`);
    for (const [, headers] of visitors) {
      const answer = async () => {
        const page = await get(`/fr/${id}`, headers);
        return { language: languageOf(page), kept: isCached(page) };
      };
      await expect.poll(answer, { timeout: 60_000, interval: 10 }).toEqual({ language: "fr", kept: true });
    }
  });

  it("answers each visitor of an unprefixed URL in the right language", async () => {
    const id = await openDraw();
    for (const [name, headers, language] of [...visitors, ...visitors.toReversed()]) {
      const answer = await get(`/${id}`, headers);
      const actual = answer.status === 307 ? /^\/(fr)\//.exec(answer.headers.location ?? "")?.[1] : languageOf(answer);
      expect({ name, said: actual, kept: isCached(answer) }).toEqual({ name, said: language, kept: false });
    }
    const onFrenchHost = await get(`/${id}`, { host: "fr.example.test" });
    expect([onFrenchHost.status, isCached(onFrenchHost)]).toEqual([307, false]);
  });

  it.each([
    ["a navigation", "", { rsc: "1" }],
    ["a navigation with its parameter", "?_rsc", { rsc: "1" }],
    ["a prefetch", "?_rsc", { rsc: "1", "next-router-prefetch": "1" }],
    ["a segment", "?_rsc", { rsc: "1", "next-router-segment-prefetch": "/_tree" }],
    ["half of a segment", "", { "next-router-segment-prefetch": "/_tree" }],
    ["half of a prefetch", "", { "next-router-prefetch": "1" }],
    ["a file of a navigation", ".rsc", {}],
    ["a file of a segment", ".segments/_tree.segment.rsc", {}],
    ["a prefetch of older versions", "", { "x-middleware-prefetch": "1" }],
  ])("never gives what belongs to %s to a visitor, or a page to the app", async (_name, suffix, headers) => {
    const id = await openDraw();
    for (const path of [`/${id}`, `/fr/${id}`]) {
      await get(`${path}${suffix}`, headers);
      await get(`${path}${suffix}`, headers);
      const page = await get(path);
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.body).toMatch(/<\/html>$/);
      const navigation = await get(`${path}?_rsc`, { rsc: "1" });
      expect([navigation.status, navigation.headers["content-type"]]).toEqual([200, "text/x-component"]);
    }
  });

  it("shows within seconds that a draw was closed, and reopened", async () => {
    const id = await openDraw();
    const paths = [`/${id}`, `/fr/${id}`, `/api/draws/${id}/live`];
    const states = async () => (await Promise.all(paths.map((path) => get(path)))).map(isOpen);
    await states();
    expect(await states()).toEqual([true, true, true]);
    for (const [verb, open] of [
      ["close", false],
      ["open", true],
    ] as const) {
      await adminCall(server, "POST", `/api/admin/draws/${id}/${verb}`);
      await expect.poll(states, { timeout: 60_000, interval: 250 }).toEqual([open, open, open]);
    }
  });

  it("shows a new draw immediately", async () => {
    const { id } = drawWith();
    const paths = [`/${id}`, `/fr/${id}`, `/api/draws/${id}/live`];
    const statuses = async () => (await Promise.all(paths.map((path) => get(path)))).map(({ status }) => status);
    expect([await statuses(), await statuses()]).toEqual([
      [404, 404, 404],
      [404, 404, 404],
    ]);
    await openDraw({ id });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it("stores the live state for a moment, with its ETag", async () => {
    const path = `/api/draws/${await openDraw()}/live`;
    const first = await get(path);
    expect(first.headers["cache-control"]).toBe("public, max-age=0, s-maxage=1");
    await expect.poll(async () => (await get(path)).cache, { timeout: 10_000, interval: 10 }).toBe("HIT");
    await expect.poll(async () => (await get(path)).cache, { timeout: 60_000, interval: 250 }).not.toBe("HIT");
    const tag = first.headers.etag ?? "";
    expect((await get(path)).headers.etag).toBe(tag);
    expect((await get(path, { "if-none-match": tag })).status).toBe(304);
    expect((await get(path, { "if-none-match": `W/${tag.replace(/^W\//, "")}, "x"` })).status).toBe(304);
    expect((await get(path, { "if-none-match": '"another"' })).status).toBe(200);
  });

  it("answers HEAD as GET, without a body, and then GET with one", async () => {
    const id = await openDraw();
    for (const path of [`/fr/${id}`, `/${id}`, `/api/draws/${id}/live`]) {
      const head = await ask(`${shared.url}${path}`, {}, "HEAD");
      const page = await get(path);
      const again = await ask(`${shared.url}${path}`, {}, "HEAD");
      expect([head.status, head.body, again.status, again.body]).toEqual([200, "", 200, ""]);
      for (const name of ["cache-control", "content-type", "vary"]) {
        expect([name, head.headers[name]]).toEqual([name, page.headers[name]]);
      }
      expect(page.body).not.toBe("");
    }
  });

  it("stores nothing specific to one visitor, and no errors", async () => {
    const id = await openDraw();
    const buyer = createBuyer(server);
    const { orderId } = (await buyer.placeOrder({ instanceId: id })).body.order;
    const paths = [
      `/order/${id}/${orderId}`,
      `/fr/order/${id}/${orderId}`,
      `/api/orders/${id}/${orderId}`,
      `/order/${id}/00000000000000000000000000`,
      `/success?instanceId=${id}&orderId=${orderId}`,
      `/fr/success`,
      `/fr/successV1?instanceId=${id}`,
      `/fr/${id}?title=Team`,
      `/fr/${id}?inSupportOf=Team`,
      `/fr/${id}?lang=en`,
      `/${id}?lang=fr`,
      `/zzz`,
      `/fr/zzz/yyy`,
      `/404`,
      `/500`,
      `/_global-error`,
      `/_next/data/x/${id}.json`,
      `/_next/static/none.js`,
      `/api/none`,
      `/api/draws/none/live`,
      `/api/health`,
      `/api/ready`,
      `/api/admin/draws`,
    ];
    for (const path of paths) {
      await get(path);
      const second = await get(path);
      expect({ path, kept: isCached(second) }).toEqual({ path, kept: false });
      expect([path, second.headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")]);
    }
  });
});

describe.skipIf(!hasNginx)("a shared cache in front of a failing server", () => {
  let server: Server;
  let shared: SharedCache;

  beforeAll(async () => {
    server = await startServerWithout(["alter table draws rename to lost_draws"]);
    shared = await startSharedCache(server, { heedsVary: false });
  });
  afterAll(async () => {
    await shared?.stop();
    await server?.stop();
  });

  it.each(["/some-draw", "/fr/some-draw", "/fr/some-draw?title=a", "/", "/fr", "/api/draws/some-draw/live"])(
    "%s stores no errors",
    async (path) => {
      await ask(`${shared.url}${path}`);
      const second = await ask(`${shared.url}${path}`);
      expect(second.status).toBeGreaterThanOrEqual(500);
      expect(isCached(second)).toBe(false);
      expect(second.headers["cache-control"]).toContain("no-store");
    },
  );
});
