import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
});

afterAll(() => server.stop());

const cachingOf = async (path: string) => {
  const { status, headers } = await fetch(`${server.url}${path}`, { redirect: "manual" });
  return { path, status, caching: headers.get("cache-control"), tagged: headers.has("etag") };
};

const rootFiles = readdirSync("public", { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `/${entry.name}`);

describe("files", () => {
  it("with a hash in their name are cached forever", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const page = await (await fetch(`${server.url}/${draw.id}`)).text();
    const files = [...new Set(page.match(/\/_next\/static\/[\w./-]+\.(?:js|css|woff2)/g))];
    expect(files.length).toBeGreaterThan(5);
    for (const path of files) {
      expect(await cachingOf(path)).toMatchObject({ status: 200, caching: "public, max-age=31536000, immutable" });
    }
  });

  it.each(rootFiles)("%s is cached for an hour", async (path) => {
    expect(await cachingOf(path)).toEqual({ path, status: 200, caching: "public, max-age=3600", tagged: true });
  });

  it.each(["/demo/rink.svg"])("%s is revalidated each time", async (path) => {
    expect(await cachingOf(path)).toEqual({ path, status: 200, caching: "public, max-age=0", tagged: true });
  });

  it.each([
    "/_next/static/none.js",
    "/none.svg",
    "/demo/none.svg",
    "/favicon.icon",
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
  ])("%s doesn't exist, and that isn't cached", async (path) => {
    const { status, caching } = await cachingOf(path);
    expect(status).toBe(404);
    expect(caching).toContain("no-store");
    expect(caching).not.toContain("public");
  });

  it("a draw named like a folder of files is a page like any other", async () => {
    await importDraw(server, drawWith({ id: "demo" }));
    expect(await cachingOf("/demo")).toMatchObject({ status: 200, caching: "private, no-cache" });
  });
});
