import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { placeOrder } from "./client";

const request = {
  instanceId: "demo",
  lines: [{ poolId: "main", packageId: "one", quantity: 1 }],
  attestations: { age: true, location: true, rules: true },
  locale: "en",
} as const;
const order = { orderId: "0".repeat(26), status: "reserved" };

let keys: (string | null)[] = [];
let answers: Response[] = [];

function refusal(seconds: number): Response {
  const headers = { "Retry-After": String(seconds) };
  return Response.json({ reason: "too-many-unpaid", requestId: "r" }, { status: 429, headers });
}

beforeEach(() => {
  vi.useFakeTimers();
  keys = [];
  vi.stubGlobal("fetch", async (_path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("Idempotency-Key"));
    return answers.shift();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function place() {
  const placing = placeOrder({ ...request, lines: [...request.lines] }, "one-key-of-a-sale");
  await vi.runAllTimersAsync();
  return placing;
}

it("a new browser among many at its address retries once automatically, with the same key", async () => {
  answers = [refusal(1), Response.json({ order }, { status: 201 })];
  expect(await place()).toMatchObject({ ok: true, order });
  expect(keys).toEqual(["one-key-of-a-sale", "one-key-of-a-sale"]);
});

it("a second refusal shows its wait, and so does a long wait on the first one", async () => {
  answers = [refusal(1), refusal(90)];
  expect(await place()).toMatchObject({ ok: false, reason: "too-many-unpaid", retryAfterSeconds: 90 });
  answers = [refusal(90)];
  expect(await place()).toMatchObject({ ok: false, reason: "too-many-unpaid", retryAfterSeconds: 90 });
  expect(keys).toHaveLength(3);
});
