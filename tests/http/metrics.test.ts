import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { figureKinds } from "@/lib/monitoring/rules.figures";
import type { Buyer } from "@/tests/support/calls/buyer";
import { cards, createBuyer, freshIpAddress, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { armFault, clearFaults } from "@/tests/support/sandbox/sandbox-control";
import type { Series } from "@/tests/support/servers/metrics";
import { listMetrics, metricsToken, readSeries, scrape, sumSeries } from "@/tests/support/servers/metrics";
import { hasNginx } from "@/tests/support/servers/nginx";
import { hasPrometheus, startPrometheus } from "@/tests/support/servers/prometheus";
import type { Server } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";
import { ask, startShippedNginx } from "@/tests/support/servers/shared-cache";

let running: Servers;
let first: Server;
let instanceId: string;

beforeAll(async () => {
  running = await startServers(onPostgres ? 2 : 1, { METRICS_TOKEN: metricsToken });
  first = running.servers[0] as Server;
  const draw = drawWith();
  await importDraw(first, draw);
  instanceId = draw.id;
});
afterAll(() => running?.stop());

async function buy(card: string = cards.approved, buyer: Buyer = createBuyer(first)) {
  const placed = await buyer.placeOrder({ instanceId });
  expect(placed.status).toBe(201);
  return {
    order: placed.body.order,
    answer: await buyer.pay(placed.body.order, await tokenFor(running.sandboxUrl, card)),
  };
}

/** Counters increase when an answer is complete. */
async function risesBy(
  work: () => Promise<unknown>,
): Promise<(metric: string, labels?: Record<string, string>) => Promise<number>> {
  const before = await readSeries(first);
  await work();
  return async (metric, labels) =>
    sumSeries(await readSeries(first), metric, labels) - sumSeries(before, metric, labels);
}

describe("the metrics of a process", () => {
  it.each<[string, Record<string, string>]>([
    ["no token", {}],
    ["a wrong one", { authorization: `Bearer ${metricsToken.toLowerCase()}` }],
    ["a part of it", { authorization: `Bearer ${metricsToken.slice(0, -1)}` }],
    ["another form of proof", { authorization: `Basic ${btoa(`monitor:${metricsToken}`)}` }],
    ["an empty one", { authorization: "Bearer " }],
  ])("are unknown to who has %s", async (_name, headers) => {
    const answer = await fetch(`${first.url}/api/metrics`, { headers });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ reason: "not-found" });
  });

  it("are unknown to the admin, and open nothing else", async () => {
    expect((await scrape(first, first.adminKey)).status).toBe(404);
    const headers = { authorization: `Bearer ${metricsToken}` };
    expect((await fetch(`${first.url}/api/admin/draws`, { headers })).status).toBe(401);
    expect(first.output()).toContain("A wrong metrics token was sent");
    expect(first.output()).not.toContain(metricsToken);
  });

  it("are nobody's to keep", async () => {
    const { status, headers } = await scrape(first);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  });

  it("rise by what buyers do, before Next and behind it", async () => {
    const rise = await risesBy(async () => {
      expect((await buy()).answer.status).toBe(200);
      expect((await buy(cards.declined)).answer.status).toBe(402);
      expect((await createBuyer(first).placeOrder({ instanceId: "unknown-draw" })).status).toBe(404);
      for (let times = 0; times < 3; times += 1) await fetch(`${first.url}/${instanceId}`).then((page) => page.text());
      for (let times = 0; times < 3; times += 1)
        await fetch(`${first.url}/api/draws/${instanceId}/live`).then((live) => live.text());
    });
    const expected: [string, Record<string, string>, number][] = [
      ["tirage_requests_total", { area: "reserve", status: "201" }, 2],
      ["tirage_requests_total", { area: "reserve", status: "404" }, 1],
      ["tirage_requests_total", { area: "pay", status: "200" }, 1],
      ["tirage_requests_total", { area: "pay", status: "402" }, 1],
      ["tirage_requests_total", { area: "page", status: "200" }, 3],
      ["tirage_requests_total", { area: "live", status: "200" }, 3],
      ["tirage_request_duration_seconds_count", { area: "live" }, 3],
      ["tirage_purchase_call_duration_seconds_count", { path: "/api/orders" }, 3],
      ["tirage_purchase_call_duration_seconds_count", { path: "/api/bambora/processPayment" }, 2],
      ["tirage_refusals_total", { reason: "declined" }, 1],
      ["tirage_refusals_total", { reason: "draw-not-found" }, 1],
      ["tirage_gateway_calls_total", { operation: "charge", outcome: "approved" }, 1],
      ["tirage_gateway_calls_total", { operation: "charge", outcome: "declined" }, 1],
      ["tirage_gateway_call_duration_seconds_count", { operation: "charge" }, 2],
      ["tirage_purchases", {}, 1],
    ];
    for (const [metric, labels, by] of expected)
      await expect.poll(async () => [metric, labels, await rise(metric, labels)]).toEqual([metric, labels, by]);
    // Any of the processes may have sent the receipt.
    const mailsSent = async () => {
      const all = await Promise.all(running.servers.map(readSeries));
      return all.reduce((sum, series) => sum + sumSeries(series, "tirage_mail_tries_total", { outcome: "sent" }), 0);
    };
    await expect.poll(mailsSent, { timeout: 60_000 }).toBeGreaterThan(0);
  });

  it("name nobody: no order, no draw, no IP address, nothing that a buyer or a device sent", async () => {
    const ipAddress = freshIpAddress();
    const { order } = await buy(cards.approved, createBuyer(first, ipAddress));
    await fetch(`${first.url}/order/${instanceId}/${order.orderId}?q=planted-query`).then((page) => page.text());
    const text = await (await scrape(first)).text();
    const planted = ["Rosalie", "rosalie@example.test", "4165550100", "M5V", cards.approved, "planted-query"];
    for (const word of [
      ...planted,
      order.orderId,
      order.orderCode,
      instanceId,
      ipAddress,
      first.adminKey,
      metricsToken,
    ])
      expect(text.includes(word), word).toBe(false);
  });

  it("have few series, whatever is asked for", async () => {
    const paths = Array.from({ length: 40 }, (_none, at) => [
      `/api/none-${at}`,
      `/none-${at}`,
      `/api/draws/none-${at}/live`,
    ]);
    for (const path of paths.flat())
      await fetch(`${first.url}${path}`, { redirect: "manual" }).then((got) => got.text());
    const own = [...(await readSeries(first)).keys()].filter((key) => key.startsWith("tirage_"));
    expect(own.filter((key) => key.includes("none-"))).toEqual([]);
    expect(own.length).toBeLessThan(600);
  });

  it("are all that alerts and the dashboard ask for", async () => {
    const text = await (await scrape(first)).text();
    const types = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const dashboard = JSON.parse(await readFile("deploy/grafana/tirage.json", "utf8"));
    const targets = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets);
    const expressions = targets.map(({ expr }: { expr: string }) => expr).join("\n");
    const names = listMetrics(`${await readFile("deploy/prometheus/rules.yml", "utf8")}\n${expressions}`);
    expect(new Set(names).size).toBeGreaterThan(20);
    const missing = names.filter((name) => !types.has(name) && !types.has(name.replace(/_(bucket|count|sum)$/, "")));
    expect(missing).toEqual([]);
  });

  it.skipIf(!hasNginx)("aren't behind the shipped nginx, token or not", async () => {
    const nginx = await startShippedNginx(running.servers);
    const headers = { authorization: `Bearer ${metricsToken}` };
    const paths = [
      "/api/metrics",
      "/api/metrics?a=b",
      "/api//metrics",
      "/api/%6detrics",
      "/api/x/../metrics",
      "/api/metrics/",
    ];
    const answers = await Promise.all(paths.map((path) => ask(`${nginx.url}${path}`, headers))).finally(nginx.stop);
    for (const { status, body } of answers) expect([status, body.includes("tirage_")]).toEqual([404, false]);
  });

  /** Leaves out ages and times, which change between reads. */
  function figuresOf(series: Series): [string, number][] {
    const names = Object.keys(figureKinds).filter((name) => !name.endsWith("_seconds"));
    return [...series].filter(([key]) => names.some((name) => key === name || key.startsWith(`${name}{`)));
  }

  it.runIf(onPostgres)("are the same of the database from each process, and its own of itself", async () => {
    const [one, other] = running.servers as [Server, Server];
    await buy(cards.approved, createBuyer(other));
    const both = async () => Promise.all([one, other].map(async (server) => figuresOf(await readSeries(server))));
    await expect
      .poll(async () => {
        const [left = [], right] = await both();
        expect(left.length).toBeGreaterThan(12);
        return [left, right];
      })
      .toSatisfy(([left, right]) => JSON.stringify(left) === JSON.stringify(right));
    const [ofOne, ofOther] = await Promise.all([one, other].map(readSeries));
    const paid = (series: Series | undefined) => sumSeries(series as Series, "tirage_requests_total", { area: "pay" });
    expect(paid(ofOther)).toBe(1);
    expect(paid(ofOne)).toBeGreaterThan(1);
  });
});

type Target = { health: string; lastError: string };
type Group = { name: string; rules: { name: string; health: string; lastError?: string; state: string }[] };

describe.skipIf(!hasPrometheus)("a Prometheus with the shipped files", () => {
  it("scrapes every process, can ask whatever the dashboard asks, and alerts when the bank and then we are silent", async () => {
    const prometheus = await startPrometheus(running.servers);
    const rules = async () =>
      (await prometheus.ask<{ groups: Group[] }>("rules")).groups.flatMap((group) => group.rules);
    const stateOf = async (alert: string) => (await rules()).find(({ name }) => name === alert)?.state;
    try {
      const healths = async () =>
        (await prometheus.ask<{ activeTargets: Target[] }>("targets")).activeTargets.map(({ health }) => health);
      await expect.poll(healths, { timeout: 60_000 }).toEqual(running.servers.map(() => "up"));
      const dashboard = JSON.parse(await readFile("deploy/grafana/tirage.json", "utf8"));
      for (const { targets = [] } of dashboard.panels as { targets?: { expr: string }[] }[])
        for (const { expr } of targets) await prometheus.ask(`query?query=${encodeURIComponent(expr)}`);
      await expect
        .poll(async () => (await rules()).every(({ health }) => health === "ok"), { timeout: 60_000 })
        .toBe(true);
      // Prometheus may evaluate the rules before its first scrape.
      await expect.poll(() => stateOf("TirageDown"), { timeout: 60_000 }).toBe("inactive");
      await armFault(running.sandboxUrl, { at: "payments", kind: "drop", moment: "before", times: 1000 });
      for (let times = 0; times < 6; times += 1) await buy();
      await expect.poll(() => stateOf("TirageGatewaySilent"), { timeout: 60_000 }).toBe("firing");
      await clearFaults(running.sandboxUrl);
      await Promise.all(running.servers.map((server) => server.terminate()));
      await expect.poll(() => stateOf("TirageDown"), { timeout: 60_000 }).toBe("firing");
    } finally {
      await prometheus.stop();
    }
  });
});
