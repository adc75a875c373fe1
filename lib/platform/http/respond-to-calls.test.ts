import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";

import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import { sendRaw } from "@/tests/support/calls/raw-request";
import { peerHeader } from "./client-ip";
import { maxBodyBytes } from "./read-json";
import type { CallHandlers } from "./respond-to-calls";
import { respondToCalls } from "./respond-to-calls";

/** Stands in for Next. */
const next: RequestListener = (request, response) => void request.resume().once("end", () => response.end("by Next"));

let handled: Request[] = [];
let answer: () => Promise<Response> = async () => Response.json({});
const handlers: CallHandlers = {
  "/api/calls": (request) => {
    handled.push(request);
    return answer();
  },
};

let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer((...call) => void (respondToCalls(handlers, ...call) || next(...call)));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

afterEach(() => {
  handled = [];
  answer = async () => Response.json({});
});

const call = { method: "POST", path: "/api/calls", headers: { "content-type": "application/json" }, body: '{"é":1}' };

it("passes a call to its handler with all headers, the socket's IP address and its body", async () => {
  const sent = { ...call, headers: { ...call.headers, cookie: ["a=1", "b=2"], [peerHeader]: "192.0.2.1" } };
  await sendRaw(url, sent);
  const [request] = handled;
  expect(request?.method).toBe("POST");
  expect(new URL(request?.url ?? "").pathname).toBe("/api/calls");
  expect(request?.headers.get("content-type")).toBe("application/json");
  expect(request?.headers.get("cookie")).toBe("a=1; b=2");
  expect(request?.headers.get(peerHeader)).toMatch(/^(::1|(::ffff:)?127\.0\.0\.1)$/);
  expect(await request?.json()).toEqual({ é: 1 });
});

it("sends the handler's answer: status, body, each cookie, and the headers that every answer has", async () => {
  answer = async () => {
    const response = Response.json({ name: "Zoé" }, { status: 201, headers: { "X-Request-Id": "7" } });
    for (const cookie of ["a=1", "b=2"]) response.headers.append("Set-Cookie", cookie);
    return response;
  };
  const { status, headers, text } = await sendRaw(url, call);
  expect([status, text]).toEqual([201, '{"name":"Zoé"}']);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "content-length": "15",
    "x-request-id": "7",
    "set-cookie": ["a=1", "b=2"],
    "x-content-type-options": "nosniff",
    vary: expect.stringContaining("Accept-Encoding"),
  });
});

it.each([
  ["another method", { ...call, method: "PUT" }],
  ["an address with a query", { ...call, path: "/api/calls?a" }],
  ["another path", { ...call, path: "/api/toString" }],
  ["a body whose length is not told", { ...call, chunked: true }],
  ["a body that is too long", { ...call, body: " ".repeat(maxBodyBytes + 1) }],
  ["Next's own navigation", { ...call, headers: { ...call.headers, rsc: "1" } }],
])("leaves %s to Next", async (_what, sent) => {
  expect((await sendRaw(url, sent)).text).toBe("by Next");
  expect(handled).toEqual([]);
});

it("accepts a body of the maximum length", async () => {
  await sendRaw(url, { ...call, body: " ".repeat(maxBodyBytes) });
  expect((await handled[0]?.text())?.length).toBe(maxBodyBytes);
});

it("calls no handler for a caller who disconnects before the end of the body", async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), "localhost");
  const met = once(server, "request");
  socket.write("POST /api/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{}");
  const [, response] = await met;
  const closed = once(response, "close");
  socket.destroy();
  await closed;
  expect(response.statusCode).toBe(400);
  expect(handled).toEqual([]);
});

it("answers 500 if the handler fails, and carries on", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  answer = () => Promise.reject(new Error("broken"));
  const { status, text } = await sendRaw(url, call);
  expect([status, JSON.parse(text)]).toEqual([500, expect.objectContaining({ reason: "internal-error" })]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  answer = async () => Response.json({ ok: true });
  expect((await sendRaw(url, call)).text).toBe('{"ok":true}');
});
