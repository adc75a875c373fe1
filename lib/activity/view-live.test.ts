import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import type { LiveState } from "@/lib/draws/rules.projection";
import { payOrder } from "@/lib/payments/pay/pay-order";
import type { CachedResponse } from "@/lib/platform/http/cached-response";
import { respondCached } from "@/lib/platform/http/cached-response";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { recordStatements } from "@/tests/support/databases/statements";
import { evictDraw, maxLiveAgeMs, watchDraw } from "./store.live";
import { refreshLive, viewLive } from "./view-live";

const teams = [{ id: "rink", title: "Rink", teams: [{ id: "foxes", name: "Foxes" }] }];

let test: TestContext;
let serial = 0;
let drawId = "";

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

beforeEach(async () => {
  serial += 1;
  drawId = await openDraw(test, `live-${serial}`, { teams });
});

async function ask(id = drawId): Promise<CachedResponse> {
  const viewed = await viewLive(test.ctx, id);
  if (!viewed.ok) throw new Error(viewed.reason);
  return viewed.cached;
}

function parseState({ body }: CachedResponse): LiveState {
  return JSON.parse(body) as LiveState;
}

async function sell(quantity: number): Promise<void> {
  const order = await place(test, drawId, quantity, { teamId: "foxes" });
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
}

function statementsOfPolls(polls: () => Promise<unknown>): Promise<string[]> {
  return recordStatements(test.ctx.db, polls);
}

async function crowd(ids: string[]): Promise<unknown> {
  return Promise.all(Array.from({ length: 60 }, (_none, n) => ask(ids[n % ids.length])));
}

describe("a poll while nothing has changed", () => {
  it("takes no statement, and everyone gets the identical answer", async () => {
    const kept = await ask();
    expect(await statementsOfPolls(() => crowd([drawId]))).toEqual([]);
    expect(await ask()).toBe(kept);
  });

  it("takes one statement for everyone and every draw, once the answers are old", async () => {
    const others = [await openDraw(test, `live-${serial}-b`), await openDraw(test, `live-${serial}-c`)];
    const ids = [drawId, ...others];
    await crowd(ids);
    for (let round = 0; round < 5; round += 1) {
      test.clock.advance(maxLiveAgeMs);
      expect(await statementsOfPolls(() => crowd(ids))).toHaveLength(1);
    }
  });

  it("reads no draw that nobody has requested within a minute", async () => {
    const quiet = await openDraw(test, `live-${serial}-b`);
    await crowd([drawId, quiet]);
    for (let second = 0; second < 60; second += 1) {
      test.clock.advance(1000);
      await ask();
    }
    expect(watchDraw(test.ctx.db, drawId, test.clock.now().getTime()).record).not.toBeNull();
    expect(watchDraw(test.ctx.db, quiet, test.clock.now().getTime()).record).toBeNull();
  });

  it("negative control: each takes statements if nothing is cached", async () => {
    await ask();
    const statements = await statementsOfPolls(async () => {
      for (let poll = 0; poll < 10; poll += 1) {
        evictDraw(drawId);
        await ask();
      }
    });
    expect(statements.length).toBeGreaterThanOrEqual(20);
  });
});

describe("a change", () => {
  it("shows once the answer is old, with the teams' tickets, under another ETag", async () => {
    const before = await ask();
    await sell(3);
    expect(await ask()).toBe(before);
    test.clock.advance(maxLiveAgeMs);
    const after = await ask();
    expect(after.tag).not.toBe(before.tag);
    expect(parseState(after)).toMatchObject({
      sold: 3,
      pot: 30,
      recent: [{ tickets: 3 }],
      teams: [{ teamId: "foxes", tickets: 3 }],
    });
  });

  it("shows immediately in the process that made it, even during a read", async () => {
    expect(parseState(await ask())).toMatchObject({ salesOpen: true });
    test.clock.advance(maxLiveAgeMs);
    const meanwhile = ask();
    await closeDraw(test.admin, drawId);
    refreshLive(drawId);
    await meanwhile;
    expect(parseState(await ask())).toMatchObject({ salesOpen: false, reason: "draw-closed" });
  });

  it("may also be a new definition, or a draw that is no longer public", async () => {
    expect(parseState(await ask()).left).toBeNull();
    await openDraw(test, drawId, { teams, maxTickets: 40 });
    test.clock.advance(maxLiveAgeMs);
    expect(parseState(await ask()).left).toBe(40);
    await openDraw(test, drawId, { state: { approval_state: "Rejected" } });
    test.clock.advance(maxLiveAgeMs);
    expect(await viewLive(test.ctx, drawId)).toEqual({ ok: false, reason: "draw-not-found" });
    expect(await viewLive(test.ctx, "no such draw")).toEqual({ ok: false, reason: "draw-not-found" });
  });

  it("shows in a process whose clock was set back", async () => {
    const before = await ask();
    await sell(1);
    test.clock.advance(-60 * 60_000);
    const after = await ask();
    test.clock.advance(60 * 60_000);
    expect(parseState(after)).toMatchObject({ sold: 1 });
    expect(Date.parse(parseState(after).serverTime)).toBe(Date.parse(parseState(before).serverTime) - 60 * 60_000);
  });

  it("of the server's time shows in the body every second, under the same ETag", async () => {
    const before = await ask();
    test.clock.advance(500);
    expect(await ask()).toBe(before);
    test.clock.advance(500);
    const after = await ask();
    expect(after.tag).toBe(before.tag);
    expect(Date.parse(parseState(after).serverTime) - Date.parse(parseState(before).serverTime)).toBe(1000);
  });
});

it("a failed lookup fails for those who asked for it, and the next one tries again", async () => {
  await ask();
  test.clock.advance(maxLiveAgeMs);
  const select = vi.spyOn(test.ctx.db, "select").mockImplementationOnce(() => {
    throw new Error("No look.");
  });
  await expect(ask()).rejects.toThrow("No look.");
  select.mockRestore();
  await sell(1);
  expect(parseState(await ask())).toMatchObject({ sold: 1 });
});

it.each([
  [undefined, undefined],
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["zstd", undefined],
])("to %s it is sent as %s, which is made once and decodes to the same body", async (accepted, encoding) => {
  const kept = await ask();
  const send = () => respondCached(kept, "id", (name) => (name === "accept-encoding" ? accepted : null));
  const { status, headers, body } = send();
  expect([status, headers["Content-Encoding"], headers.ETag]).toEqual([200, encoding, kept.tag]);
  expect(headers["Content-Length"]).toBe(String(body?.length));
  expect(send().body).toBe(body);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync };
  const bytes = body ?? new Uint8Array();
  const read = encoding === "br" || encoding === "gzip" ? decode[encoding](bytes) : Buffer.from(bytes);
  expect(read.toString()).toBe(kept.body);
});
