import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { RouteMatcher } from "@/lib/platform/http/route-rules";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { findRefusalProblems } from "@/tests/support/calls/check-refusal";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const drawId = "built-5050";

let server: Server;
let order: { instanceId: string; orderId: string };

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, drawWith({ id: drawId, title: "Built 50/50" }));
  order = (await createBuyer(server).placeOrder({ instanceId: drawId })).body.order;
});

afterAll(() => server.stop());

const ask = (path: string, cookie = "") =>
  sendRaw(server.url, { method: "GET", path, ...(cookie ? { headers: { cookie } } : {}) });

async function read<Body>(path: string): Promise<Body> {
  const { status, text } = await ask(path);
  expect(status).toBe(200);
  return JSON.parse(text) as Body;
}

/** These cookies open pages but give no access to data. */
const tablet = "5050ng-deviceId=0000000000; 5050ng-parentId=test-parent; 5050ng-locationId=gate";

describe("the builds", () => {
  it("are identified by the id that pages carry", async () => {
    const latest = await read<{ id: string; timestamp: number }>("/builds/latest.json");
    expect(latest.id).toBe(readFileSync(".next/BUILD_ID", "utf8"));
    expect(Math.abs(Date.now() - latest.timestamp)).toBeLessThan(30 * 86_400_000);
    for (const path of [`/${drawId}`, `/fr/${drawId}`, "/", "/terminal", `/order/${order.instanceId}/${order.orderId}`])
      expect((await ask(path)).text).toContain(`data-build="${latest.id}"`);
    expect((await ask("/builds/latest.json")).headers["cache-control"]).toContain("no-store");
  });

  it("have a manifest of their pages that is correct", async () => {
    const { id } = await read<{ id: string }>("/builds/latest.json");
    const meta = await read<{ id: string; matcher: RouteMatcher; prerendered: string[] }>(`/builds/meta/${id}.json`);
    expect(meta).toMatchObject({ id, prerendered: [] });
    const rules = Object.entries({ ...meta.matcher.static, ...meta.matcher.dynamic });
    expect(rules.length).toBeGreaterThan(5);
    for (const [pattern, rule] of rules) {
      const path = pattern.replace(":id", drawId);
      const page = await ask(path);
      expect([path, page.status]).toEqual([path, rule.redirect ? 308 : 200]);
      expect([path, page.headers["x-nextjs-cache"] !== undefined]).toEqual([path, rule.swr !== undefined]);
      const payload = await ask(`${path === "/" ? "" : path}/_payload.json`);
      expect([path, payload.status]).toEqual([path, rule.payload ? 200 : 404]);
    }
  });

  it("have a correct manifest when a main site has the list of draws", async () => {
    const mainSite = "https://draws.example.ca/";
    const other = await startServer({ env: { MAIN_SITE_URL: mainSite } });
    try {
      const askOther = (path: string) => sendRaw(other.url, { method: "GET", path });
      const { id } = JSON.parse((await askOther("/builds/latest.json")).text);
      const { matcher } = JSON.parse((await askOther(`/builds/meta/${id}.json`)).text);
      expect(matcher.static["/"]).toEqual({ payload: false, redirect: (await askOther("/")).headers.location });
      expect((await askOther("/_payload.json")).status).toBe(404);
    } finally {
      await other.stop();
    }
  });

  it("are answered under the request's id, as a proxy set it", async () => {
    const { id } = await read<{ id: string }>("/builds/latest.json");
    for (const path of ["/builds/latest.json", `/builds/meta/${id}.json`]) {
      const requestId = crypto.randomUUID();
      const answer = await sendRaw(server.url, { method: "GET", path, headers: { "x-request-id": requestId } });
      expect(answer.headers["x-request-id"]).toBe(requestId);
    }
  });

  it.each(["/builds/meta/other.json", "/builds/meta/..%2Flatest.json"])("don't know %s", async (path) => {
    expect(findRefusalProblems(await ask(path))).toEqual([]);
  });

  it("are not a draw", async () => {
    await expect(importDraw(server, drawWith({ id: "builds" }))).rejects.toThrow(/reserved/);
  });
});

describe("the public data of a page", () => {
  it.each([`/${drawId}`, `/fr/${drawId}`, `/1/${drawId}`, `/fr/1/${drawId}`])("is what %s shows", async (path) => {
    const { data } = await read<{ data: { draw: { id: string; apiKeys?: unknown }; live: { salesOpen: boolean } } }>(
      `${path}/_payload.json`,
    );
    expect(data.draw.id).toBe(drawId);
    expect(data.live.salesOpen).toBe(true);
    expect(data.draw.apiKeys).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain("passcode");
  });

  it.each(["", "/fr"])("for the list of draws contains all of them: %s", async (prefix) => {
    const { data } = await read<{ data: { draws: { draw: { id: string } }[] } }>(`${prefix}/_payload.json`);
    expect(data.draws.map(({ draw }) => draw.id)).toContain(drawId);
  });

  it.each(["success", "staticSuccess"])("of %s is empty, whatever order its query names", async (page) => {
    const query = new URLSearchParams(order).toString();
    for (const path of [`/${page}/_payload.json`, `/fr/${page}/_payload.json`, `/${page}/_payload.json?${query}`])
      expect(await read(path)).toEqual({ data: {} });
  });

  it("doesn't exist for pages of orders, terminals and the console, or for anything that isn't a page", async () => {
    const path = `order/${order.instanceId}/${order.orderId}`;
    const secret = ["terminal", "terminal/register", `terminal/${drawId}`, "terminal/order-details", path, "order"];
    for (const path of [...secret, "console", "console/people", "hashtest", "nothing", "a/b/c"]) {
      for (const prefix of ["", "/fr"]) {
        const answer = await ask(`${prefix}/${path}/_payload.json`, tablet);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.text).not.toContain(order.orderId);
      }
    }
  });
});
