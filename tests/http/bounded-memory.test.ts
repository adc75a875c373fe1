import { readdirSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { freePort } from "@/tests/support/servers/free-port";
import { startServer } from "@/tests/support/servers/server";

type Memory = { heapBytes: number; lifetimes: number; pages: number; cachedPages: number; pendingRenders: number };
type Visitor = { visit: (path: string, headers?: Record<string, string>) => Promise<number> };
type MeasuredServer = { memory: () => Promise<Memory> } & Visitor;

const idsPerRound = 250;
const longId = "x".repeat(12_000);

function visitorOf(url: string): Visitor & { close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    close: () => agent.destroy(),
    visit: (path, headers = {}) =>
      new Promise((answered, failed) => {
        const call = request(`${url}${path}`, { agent, headers }, (response) => {
          response.resume().once("end", () => answered(response.statusCode ?? 0));
        });
        call.once("error", failed).end();
      }),
  };
}

async function withMeasuredServer(keep: boolean, work: (server: MeasuredServer) => Promise<void>): Promise<void> {
  const probePort = await freePort();
  const server = await startServer({
    env: {
      NODE_OPTIONS: `--import ${resolve("tests/support/preload/memory-probe.mjs")}`,
      MEMORY_PROBE_PORT: String(probePort),
      MEMORY_PROBE_KEEP: keep ? "1" : "",
    },
  });
  const visitor = visitorOf(server.url);
  const memory = async () => (await (await fetch(`http://127.0.0.1:${probePort}`)).json()) as Memory;
  try {
    await work({ visit: visitor.visit, memory });
  } finally {
    visitor.close();
    await server.stop();
  }
}

async function visitMany({ visit }: Visitor, prefix: string, count: number): Promise<void> {
  const paths = Array.from({ length: count }, (_, index) => `${prefix}${longId}-${index}`);
  expect([...new Set(await Promise.all(paths.map((path) => visit(path))))]).toEqual([404]);
}

/** Growth per round of unknown ids, once Next's 8 MB of path notes are full and its code is warm. */
async function measureRound(server: MeasuredServer): Promise<{ lifetimes: number; growth: number }> {
  await visitMany(server, "/api/", 800);
  await visitMany(server, "/first-", idsPerRound);
  const before = await server.memory();
  await visitMany(server, "/second-", idsPerRound);
  const { heapBytes, lifetimes } = await server.memory();
  return { lifetimes, growth: heapBytes - before.heapBytes };
}

const halfOfRound = (idsPerRound * longId.length) / 2;

function builtFiles(): string[] {
  const files = readdirSync(".next", { recursive: true, encoding: "utf8" });
  return files.map((file) => `${file} ${statSync(join(".next", file)).size}`);
}

const manyPerKind = 30;
const kinds: [string, (index: number) => [path: string, headers?: Record<string, string>]][] = [
  ["ids", (index) => [`/unknown-${index}`]],
  ["French ids", (index) => [`/fr/unknown-${index}`]],
  ["languages that do not exist", (index) => [`/xx/unknown-${index}`]],
  ["deep paths", (index) => [`/a/b/c/${index}`]],
  ["encoded ids", (index) => [`/%75nknown-%C3%A9-${index}`]],
  ["queries", (index) => [`/unknown?q=${index}`]],
  ["titles", (index) => [`/unknown?title=${index}`]],
  ["navigations", (index) => [`/unknown-rsc-${index}?_rsc`, { rsc: "1" }]],
  ["prefetches", (index) => [`/unknown-pre-${index}?_rsc`, { rsc: "1", "next-router-prefetch": "1" }]],
  ["navigation files", (index) => [`/unknown-${index}.rsc`]],
  ["segments", (index) => [`/unknown-${index}.segments/_tree.segment.rsc`]],
  ["inner addresses", (index) => [`/_i18n/unknown-${index}`]],
  ["well-known addresses", (index) => [`/.well-known/unknown-${index}`]],
  ["files", (index) => [`/_next/static/unknown-${index}`]],
  ["data of pages", (index) => [`/_next/data/x/unknown-${index}.json`]],
  ["slashes", (index) => [`/unknown-${index}/`]],
  ["French visitors", (index) => [`/unknown-${index}`, { cookie: "i18n_redirected=fr" }]],
  ["live states", (index) => [`/api/draws/unknown-${index}/live`]],
  ["images", (index) => [`/_next/image?url=%2Funknown-${index}.svg&w=64&q=75`]],
  ["orders", (index) => [`/order/unknown/${index}`]],
];

describe("unknown URLs", () => {
  it("of every kind leave no page and no file behind, and few records", async () => {
    await withMeasuredServer(false, async (server) => {
      // Next creates the folder of its image cache at the first image request of a run.
      await server.visit("/_next/image?url=%2Ficon.svg&w=64&q=75");
      const before = builtFiles();
      for (const [, makePath] of kinds) {
        const statuses = await Promise.all(
          Array.from({ length: manyPerKind }, (_, index) => server.visit(...makePath(index))),
        );
        expect(statuses.filter((status) => status < 300 || status >= 500)).toEqual([]);
      }
      const { pages, lifetimes, cachedPages, pendingRenders } = await server.memory();
      // One of them is Next's own not-found page.
      expect(pages).toBeLessThanOrEqual(1);
      expect(lifetimes).toBeLessThanOrEqual(1);
      expect({ cachedPages, pendingRenders }).toEqual({ cachedPages: 0, pendingRenders: 0 });
      expect(builtFiles()).toEqual(before);
    });
  }, 180_000);

  it("don't fill the memory, however many there are", async () => {
    await withMeasuredServer(false, async (server) => {
      const { lifetimes, growth } = await measureRound(server);
      expect(lifetimes).toBe(0);
      expect(growth).toBeLessThan(halfOfRound);
    });
  }, 180_000);

  it.runIf(isFullRun)(
    "would fill it without the limit",
    async () => {
      await withMeasuredServer(true, async (server) => {
        const { lifetimes, growth } = await measureRound(server);
        expect(lifetimes).toBeGreaterThanOrEqual(2 * idsPerRound);
        expect(growth).toBeGreaterThan(halfOfRound);
      });
    },
    180_000,
  );
});
