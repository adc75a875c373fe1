import type { Server as HttpServer } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const drawing = { body: '<path fill="currentColor" d="M0 0h8v8z"/>' };
const requests: string[] = [];
let service: HttpServer;
let isAway = false;
let server: Server;

beforeAll(async () => {
  service = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (isAway) return void response.writeHead(503).end();
    const icons = { home: drawing, evil: { body: '<path onload="alert(1)"/>' } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ prefix: "mdi", icons, width: 8, height: 8 }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startServer({ env: { ICON_SERVICE_URL: url } });
});

afterAll(async () => {
  await server?.stop();
  service?.close();
});

async function ask(path: string) {
  const answer = await fetch(`${server.url}/api/icons/${path}`);
  return { status: answer.status, caching: answer.headers.get("cache-control"), body: await answer.json() };
}

describe("GET /api/icons/{prefix}.json", () => {
  it("answers Lucide's icons without calling another service, cacheable", async () => {
    const { status, caching, body } = await ask("lucide.json?icons=ticket%2Clock");
    expect([status, caching]).toEqual([200, "public, max-age=86400"]);
    expect(body).toMatchObject({ prefix: "lucide", not_found: [], icons: { lock: { width: 24, height: 24 } } });
    expect(body.icons.ticket.body).toContain("<path");
    expect(requests).toEqual([]);
  });

  it("asks the service for other sets, once, and accepts only plain drawings", async () => {
    const icons = { home: { ...drawing, width: 8, height: 8 } };
    for (const _ of [1, 2])
      expect((await ask("mdi.json?icons=home,evil,none")).body).toEqual({
        prefix: "mdi",
        icons,
        not_found: ["evil", "none"],
      });
    expect(requests).toEqual(["/mdi.json?icons=home,evil,none"]);
  });

  it("answers what it has while the service is down, not cached", async () => {
    isAway = true;
    const answer = await ask("mdi.json?icons=home,later");
    expect(answer).toMatchObject({ status: 200, caching: "private, no-store", body: { not_found: ["later"] } });
    expect((await ask("lucide.json?icons=ticket")).status).toBe(200);
    isAway = false;
  });

  it.each([
    ["lucide.json", 422],
    ["lucide.json?icons=", 422],
    ["lucide.json?icons=a%20b", 422],
    [`lucide.json?icons=${"a-".repeat(250)}a`, 422],
    ["__proto__.json?icons=a", 422],
    ["lucide.svg?icons=ticket", 404],
    ["lucide?icons=ticket", 404],
  ])("refuses %s", async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });
});
