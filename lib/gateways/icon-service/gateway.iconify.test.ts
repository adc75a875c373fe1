import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, it } from "vitest";

import { createIconService } from "./gateway.iconify";

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Never answers if `status` is null. */
async function serve(status: number | null, body = "") {
  const requestedUrls: string[] = [];
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
    if (status !== null) response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requestedUrls: requestedUrls };
}

const body = '<path d="M0 0"/>';

describe("createIconService", () => {
  it("requests the Iconify API's format, and returns the icons with their size", async () => {
    const icons = { home: { body }, other: { body }, wide: { body, width: 32 } };
    const { url, requestedUrls } = await serve(200, JSON.stringify({ prefix: "mdi", icons, width: 24, height: 24 }));
    const answer = await createIconService({ url, timeoutMs: 2000 }).find("mdi", ["home", "wide", "none"]);
    expect(requestedUrls).toEqual(["/mdi.json?icons=home,wide,none"]);
    expect(answer).toEqual({
      kind: "icons",
      icons: new Map([
        ["home", { body, width: 24, height: 24 }],
        ["wide", { body, width: 32, height: 24 }],
      ]),
    });
  });

  it.each([{ left: -4 }, { top: 2 }, { rotate: 1 }, { hFlip: true }, { vFlip: true }])(
    "omits what would be drawn wrong: %j",
    async (move) => {
      const icons = { home: { body }, moved: { body, ...move } };
      const { url } = await serve(200, JSON.stringify({ prefix: "mdi", icons }));
      const answer = await createIconService({ url, timeoutMs: 2000 }).find("mdi", ["home", "moved"]);
      expect(answer.kind === "icons" && [...answer.icons.keys()]).toEqual(["home"]);
    },
  );

  it("recognizes a set that doesn't exist", async () => {
    const { url } = await serve(404, "404");
    expect(await createIconService({ url, timeoutMs: 2000 }).find("mdi", ["a"])).toEqual({
      kind: "icons",
      icons: new Map(),
    });
  });

  it.each([
    ["an error", 500, "{}"],
    ["no JSON", 200, "<html>"],
    ["another set", 200, JSON.stringify({ prefix: "other", icons: {} })],
    ["another form", 200, JSON.stringify({ prefix: "mdi", icons: { a: "b" } })],
    ["too much", 200, JSON.stringify({ prefix: "mdi", icons: {}, more: "x".repeat(300_000) })],
    ["nothing in time", null, ""],
  ])("is unavailable with %s", async (_, status, text) => {
    const { url } = await serve(status, text);
    const answer = await createIconService({ url, timeoutMs: 500 }).find("mdi", ["a"]);
    expect(answer.kind).toBe("unavailable");
  });

  it("is unavailable if nobody is listening", async () => {
    const { url } = await serve(200);
    server?.close();
    server = undefined;
    expect((await createIconService({ url: url.replace(/\d+$/, "1"), timeoutMs: 500 }).find("mdi", ["a"])).kind).toBe(
      "unavailable",
    );
  });
});
