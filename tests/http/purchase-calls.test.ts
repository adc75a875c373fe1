import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { afterAll, beforeAll, expect, it } from "vitest";

import { purchaseCalls } from "@/app/api/purchase-calls";
import { importDraw } from "@/tests/support/calls/buyer";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;
let instanceId = "";

beforeAll(async () => {
  server = await shareServer();
  const draw = drawWith();
  instanceId = draw.id;
  await importDraw(server, draw);
});

afterAll(() => server.stop());

/** Headers that vary per answer or with compression. */
const ownHeaders = ["x-request-id", "date", "set-cookie", "content-encoding", "content-length", "transfer-encoding"];

/** Next answers in chunks, the guard doesn't. */
const isInParts = ({ headers }: { headers: IncomingHttpHeaders }) => headers["transfer-encoding"] !== undefined;

function sharedHeaders(headers: IncomingHttpHeaders) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));
}

const orderBody = () => ({
  instanceId,
  lines: [{ poolId: "main", packageId: "three", quantity: 1 }],
  buyer: {
    name: "Rosalie Tremblay",
    email: "rosalie@example.test",
    phone: "4165550100",
    province: "ON",
    postalCode: "M5V 2T6",
  },
  attestations: { age: true, location: true, rules: true },
  locale: "en",
});

function send(path: string, body: unknown, headers: Record<string, string>, byNext: boolean) {
  const sent = { "content-type": "application/json", "accept-encoding": "gzip", ...headers };
  // Requests without a Content-Length go to Next.
  const whole = { method: "POST", path, headers: sent, body: JSON.stringify(body), chunked: byNext };
  return sendRaw(server.url, byNext ? { ...whole, headers: { ...sent, "accept-encoding": "identity" } } : whole);
}

it("an order is placed without Next, and a repeated call handled by Next gets the same answer", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const early = await send("/api/orders", orderBody(), headers, false);
  const cookie = early.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const byNext = await send("/api/orders", orderBody(), { ...headers, cookie }, true);
  expect([early.status, byNext.status]).toEqual([201, 201]);
  expect([early, byNext].map(isInParts)).toEqual([false, true]);
  expect(JSON.parse(early.text)).toEqual(JSON.parse(byNext.text));
  expect(sharedHeaders(early.headers)).toEqual(sharedHeaders(byNext.headers));
});

it.each(Object.keys(purchaseCalls))("%s refuses the same way whoever answers", async (path) => {
  const refusals: [unknown, Record<string, string>][] = [
    [{}, { "idempotency-key": randomUUID() }],
    [orderBody(), {}],
    [orderBody(), { "idempotency-key": randomUUID(), origin: "https://elsewhere.example" }],
    [orderBody(), { "idempotency-key": randomUUID(), "content-type": "text/plain" }],
  ];
  for (const [body, headers] of refusals) {
    const [early, byNext] = [await send(path, body, headers, false), await send(path, body, headers, true)];
    const bodyOf = ({ text }: { text: string }) => ({ ...JSON.parse(text), requestId: "" });
    expect([early.status, bodyOf(early)]).toEqual([byNext.status, bodyOf(byNext)]);
    expect([early, byNext].map(isInParts)).toEqual([false, true]);
    expect(early.status).toBeGreaterThanOrEqual(400);
    expect(sharedHeaders(early.headers)).toEqual(sharedHeaders(byNext.headers));
  }
});
