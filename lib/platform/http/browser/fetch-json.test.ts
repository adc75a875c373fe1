import { afterEach, describe, expect, it, vi } from "vitest";

import { fetchJson } from "./fetch-json";
import { serverNow } from "./server-clock";

type Body = { order: string };

function isBody(body: unknown): body is Body {
  return typeof (body as Partial<Body> | null)?.order === "string";
}

function answerWith(answer: Response | Error) {
  const spy = vi.fn(async (_path: string, _request: RequestInit) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  vi.stubGlobal("fetch", spy);
  return spy;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a call to our API", () => {
  it("returns the body with its status", async () => {
    answerWith(Response.json({ order: "one" }, { status: 201 }));
    expect(await fetchJson("/api/x", isBody)).toEqual({ ok: true, status: 201, body: { order: "one" } });
  });

  it("sends JSON by POST and reads by GET", async () => {
    const spy = answerWith(Response.json({ order: "one" }));
    await fetchJson("/api/x", isBody, { body: { a: 1 }, headers: { "Idempotency-Key": "k" } });
    await fetchJson("/api/x", isBody).catch(() => undefined);
    expect(spy.mock.calls[0]?.[1]).toMatchObject({
      method: "POST",
      body: '{"a":1}',
      headers: { "Content-Type": "application/json", "Idempotency-Key": "k" },
    });
    expect(spy.mock.calls[1]?.[1]).toMatchObject({ method: "GET" });
  });

  it("returns a refusal as a value, with its fields", async () => {
    const fields = [{ field: "buyer.email", problem: "malformed" }];
    const refusal = { reason: "invalid-input", statusMessage: "Look again.", requestId: "r", fields };
    answerWith(Response.json(refusal, { status: 422 }));
    const expected = { ok: false, reason: "invalid-input", fields, status: 422, message: "Look again." };
    expect(await fetchJson("/api/x", isBody)).toEqual(expected);
  });

  it.each([
    ["no network", new TypeError("Failed to fetch"), null],
    ["a page of a proxy", new Response("<html>", { status: 502 }), 502],
    ["a proxy's own JSON", Response.json({ reason: "quotaExceeded" }, { status: 503 }), 503],
    ["an answer cut short", new Response('{"order":', { status: 200 }), 200],
    ["a body of another kind", Response.json({ orders: [] }), 200],
  ])("doesn't claim to know the outcome: %s", async (_name, answer, status) => {
    answerWith(answer);
    expect(await fetchJson("/api/x", isBody)).toMatchObject({ ok: false, reason: "unreachable", fields: [], status });
  });

  it.each([new TypeError("Failed to fetch"), new Response("<html>", { status: 200 })])(
    "has no words for people where the server had none: %s",
    async (answer) => {
      answerWith(answer);
      expect(await fetchJson("/api/x", isBody)).not.toHaveProperty("message");
    },
  );

  it("times out", async () => {
    vi.stubGlobal(
      "fetch",
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const answer = await fetchJson("/api/x", isBody, { timeoutMs: 20 });
    expect(answer).toMatchObject({ ok: false, reason: "unreachable" });
  });

  it("learns the server's time, even if the browser's clock is wrong", async () => {
    const date = new Date(Date.now() + 3_600_000);
    answerWith(Response.json({ order: "one" }, { headers: { Date: date.toUTCString() } }));
    await fetchJson("/api/x", isBody);
    expect(Math.abs(serverNow() - date.getTime())).toBeLessThan(2000);
  });
});
