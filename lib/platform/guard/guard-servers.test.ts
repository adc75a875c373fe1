import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { sendBytes, sendRaw } from "@/tests/support/calls/raw-request";

import type { GuardOptions } from "./guard-servers";
import { guardRequests, guardServers } from "./guard-servers";

/** Answers with the request as it passed the guard. */
const echo: RequestListener = (request, response) => {
  response.end(`${request.method} ${request.url} ${decodeURIComponent((request.url ?? "").split("?")[0] ?? "")}`);
};

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const baseOptions = {
  trustsProxy: false,
  findPattern: () => "-",
  mainSite: "https://main.example",
  answerDirectly: () => false,
  pages: { findSharedPage: () => null, parameters: [], getPagePriority: async () => "sale" as const },
};
const demo: GuardOptions = { ...baseOptions, isSecure: false, isDemo: true };
const live: GuardOptions = { ...baseOptions, isSecure: true, isDemo: false };

let server: Server;
let url: string;

async function listen(listener: RequestListener): Promise<Server> {
  const started = createServer(listener);
  await new Promise<void>((resolve) => started.listen(0, resolve));
  return started;
}

function toUrl(started: Server): string {
  return `http://localhost:${(started.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  server = await listen(guardRequests(echo, demo));
  url = toUrl(server);
});

afterAll(() => void server.close());

describe("guardRequests", () => {
  it.each([
    ["/a/b?c=%", "/a/b?c=%"],
    ["/%C3%A9/a", "/%C3%A9/a"],
    ["/a%2fb", "/a%2fb"],
    ["/%ff", "/%25ff"],
    ["/%", "/%25"],
    ["/a/%zz/%20?x=%zz", "/a/%25zz/%20?x=%zz"],
    ["/a?b?c", "/a?b?c"],
    ["/-/list/past?a=b?c", "/-/-/-/-?a=b?c"],
    ["/fr/1/draw~YQ", "/fr/-/-/-/-"],
    ["/draw%7EYQ", "/-/-/-/-"],
    ["/%2D/list/past", "/-/-/-/-"],
    ["/_next/static/a~b.js", "/_next/static/a~b.js"],
  ])("lets %s through as %s", async (path, seen) => {
    const { text } = await sendRaw(url, { method: "GET", path });
    expect(text.split(" ")[1]).toBe(seen);
  });

  it("rejects anything that can't be decoded, and changes nothing that can", async () => {
    const part = fc.oneof(
      fc.constantFrom("%", "%f", "%ff", "%c3", "%A9", "/", "a", "%2F"),
      fc.string({ maxLength: 4 }).map(encodeURIComponent),
    );
    const paths = fc
      .sample(fc.array(part, { maxLength: 6 }), { seed: 5050, numRuns: 300 })
      .map((parts) => `/${parts.join("")}`);
    for (const path of paths) {
      const { status, text } = await sendRaw(url, { method: "GET", path });
      expect([path, status]).toEqual([path, 200]);
      const isReadable = path.split("/").every(canDecode);
      const isHidden = isReadable && /^\/-\/|~/.test(decodeURIComponent(path));
      if (isReadable && !isHidden) expect(text.split(" ")[1]).toBe(path);
    }
  });

  it.each([
    ["POST", "/a-page", 405, "GET, HEAD"],
    ["OPTIONS", "/a-page", 405, "GET, HEAD"],
    ["TRACE", "/api/health", 405, "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE"],
    ["PROPFIND", "/api", 405, "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE"],
    ["POST", "/apiary", 405, "GET, HEAD"],
    ["GET", "*", 404, undefined],
    ["GET", "http://evil.example/", 404, undefined],
  ])("refuses %s %s", async (method, path, status, allow) => {
    const answer = await sendRaw(url, { method, path });
    expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: status, requestId: answer.headers["x-request-id"] });
  });

  it.each(["/api/../a/x", "/api/%2e%2e/a/x", "/api/.%2E/a/x", "/a/../api/../a/x", "/api/..\\a/x"])(
    "refuses POST to the page that %s means",
    async (path) => {
      expect((await sendRaw(url, { method: "POST", path })).status).toBe(405);
      expect((await sendRaw(url, { method: "GET", path: `${path}?a=/../b` })).text).toContain("GET /a/x?a=/../b ");
      expect((await sendRaw(url, { method: "POST", path: "/x/../api/y" })).status).toBe(200);
    },
  );

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("lets %s to the API", async (method) => {
    expect((await sendRaw(url, { method, path: "/api/x" })).status).toBe(200);
  });
});

describe("what Next hears of a visitor", () => {
  it("is what browsers and proxies of ours send, and nothing that gets into pages; the API hears all", async () => {
    const recorder = await listen(
      guardRequests((request, response) => response.end(JSON.stringify(request.headers)), demo),
    );
    const policy = "script-src 'nonce-poison'";
    const hostile = { "content-security-policy": policy, "x-forwarded-host": "evil.example", "x-other": "a" };
    const usual = {
      "accept-language": "fr",
      cookie: "a=b",
      rsc: "1",
      "user-agent": "b",
      "x-forwarded-for": "192.0.2.1",
    };
    const headers = { ...hostile, ...usual };
    const hear = async (path: string) =>
      JSON.parse((await sendRaw(toUrl(recorder), { method: "GET", path, headers })).text);
    const page = await hear("/order/a/b");
    expect(page).toMatchObject({ ...usual, "x-tirage-peer": expect.any(String) });
    for (const name of Object.keys(hostile)) expect(page).not.toHaveProperty(name);
    expect(await hear("/api/orders/a/b")).toMatchObject(headers);
    recorder.close();
  });
});

describe("guardRequests with the settings of a process", () => {
  let liveServer: Server;
  beforeAll(async () => {
    liveServer = await listen(guardRequests(echo, live));
  });
  afterAll(() => void liveServer.close());

  it.each([
    ["GET", "/"],
    ["GET", "/api/health"],
    ["GET", "/_next/static/a.js"],
    ["POST", "/a-page"],
    ["GET", "*"],
  ])("requires https in each answer if the checkout host has it: %s %s", async (method, path) => {
    const fetchHeaders = async (at: Server) => (await sendRaw(toUrl(at), { method, path })).headers;
    expect((await fetchHeaders(liveServer))["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    expect(await fetchHeaders(server)).not.toHaveProperty("strict-transport-security");
  });

  it.each([
    "/demo/rink.svg",
    "/demo",
    "//demo/rink.svg",
    "/%64emo/rink.svg",
    "/a/../demo/rink.svg",
    "/a/%2e%2e/demo/rink.svg",
    "/\\demo/rink.svg",
    "/demo%2frink.svg",
    "/demo/rink.svg?a=b",
  ])("serves files of the demo's draws only in a demo: %s", async (path) => {
    expect((await sendRaw(toUrl(liveServer), { method: "GET", path })).status).toBe(404);
    expect((await sendRaw(url, { method: "GET", path })).status).toBe(200);
  });

  it.each(["/demo5050", "/fr/demo/a", "/a?b=/demo/a", "/_next/demo/a"])("distinguishes %s from them", async (path) => {
    expect((await sendRaw(toUrl(liveServer), { method: "GET", path })).status).toBe(200);
  });

  it.each(["websocket", "h2c"])("answers requests for %s, and closes", async (protocol) => {
    const head = "GET /api/a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n";
    const answer = await sendBytes(url, `${head}Upgrade: ${protocol}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain("\r\nConnection: close\r\n");
  });
});

describe("a page that fails", () => {
  const failures: [string, RequestListener][] = [
    [
      "in one, with its length",
      (_request, response) => {
        response.statusCode = 500;
        response.setHeader("content-type", "text/html").setHeader("content-length", "6").end("secret");
      },
    ],
    [
      "piece by piece",
      (_request, response) => {
        response.statusCode = 500;
        response.setHeader("content-type", "text/html").setHeader("link", "</a.css>; rel=preload");
        response.write("sec", () => response.write("ret", "utf8", () => response.end(() => response.end())));
      },
    ],
    [
      "compressed",
      (_request, response) => {
        response.statusCode = 500;
        response.setHeader("content-type", "text/html").setHeader("content-encoding", "gzip").flushHeaders();
        response.end(gzipSync("secret"));
      },
    ],
    [
      "after its first words",
      (_request, response) => {
        response.setHeader("content-type", "text/html").write("secret", () => response.destroy());
      },
    ],
  ];

  it.each(failures)("is replaced, with what tells of its body, when it fails %s", async (_how, listener) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = await listen(guardRequests(listener, demo));
    const [page, head] = [
      await sendRaw(toUrl(failing), { method: "GET", path: "/fr/a" }),
      await sendRaw(toUrl(failing), { method: "HEAD", path: "/fr/a" }),
    ];
    expect(page.text).toContain('<html lang="fr-FR">');
    expect(page.text).not.toContain("secret");
    for (const { status, headers } of [page, head]) {
      expect([status, headers["content-length"]]).toEqual([500, String(Buffer.byteLength(page.text))]);
      for (const name of ["content-encoding", "link"]) expect(headers).not.toHaveProperty(name);
    }
    expect(head.text).toBe("");
    failing.close();
    vi.restoreAllMocks();
  });

  it("is given up when its visitor leaves, and sends nobody anything", async () => {
    const isFinished = new Promise<boolean>((resolve) => {
      const listener: RequestListener = (request, response) => {
        response.once("close", () => resolve(response.writableFinished));
        request.socket.destroy();
      };
      void listen(guardRequests(listener, demo)).then(async (started) => {
        await sendRaw(toUrl(started), { method: "GET", path: "/a" }).catch(() => undefined);
        started.close();
      });
    });
    expect(await isFinished).toBe(false);
  });
});

describe("the log of guarded requests", () => {
  it.each(["/api/draws", "/api/./draws", "/a/../api/draws", "/a/%2e%2e/api/draws?a=/b"])(
    "records a call to the API however it is written: %s",
    async (path) => {
      const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
      const logged = await listen(guardRequests(echo, { ...demo, findPattern: (named) => named }));
      await sendRaw(toUrl(logged), { method: "GET", path });
      const lines = () => info.mock.calls.map(([line]) => JSON.parse(String(line)));
      await expect.poll(lines).toMatchObject([{ message: "request", route: "/api/draws", status: 200 }]);
      info.mockRestore();
      logged.close();
    },
  );
});

describe("guardServers", () => {
  it("guards a server once, from its next request on", async () => {
    const other = await listen(echo);
    const endings = [guardServers(demo), guardServers(demo)];
    expect((await sendRaw(toUrl(other), { method: "TRACE", path: "/" })).status).toBe(405);
    expect((await sendRaw(toUrl(other), { method: "GET", path: "/%ff" })).text).toBe("GET /%25ff /%ff");
    for (const end of endings) end();
    const later = await listen(echo);
    expect((await sendRaw(toUrl(later), { method: "TRACE", path: "/" })).status).toBe(200);
    for (const server of [other, later]) server.close();
  });
});
