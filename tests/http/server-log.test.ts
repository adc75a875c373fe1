import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import type { Server } from "@/tests/support/servers/server";

type Line = Record<string, unknown> & { message: string };

const person = {
  name: "Zéphirine Quackenbush",
  email: "zephirine@example.test",
  phone: "5065550187",
  province: "NB",
  postalCode: "E3B 5H1",
};

const place = { latitude: 45.96358, longitude: -66.64312 };

/** No line may contain these, in any encoding. */
const personal = /Quackenbush|Z(é|e|%C3%A9)phirine|5065550187|E3B ?5H1|45\.96358|66\.64312/i;

/** Orders fail in the database, whose errors contain their data. */
const crashing = [
  `create function fail_order() returns trigger language plpgsql as $$ begin
    if new.draw_id = 'crashing' then raise exception 'not taken: %', to_jsonb(new); end if; return new; end $$`,
  "create trigger fail_order before insert on orders for each row execute function fail_order()",
];

let server: Server;

beforeAll(async () => {
  server = await startServerWithout(crashing);
  for (const id of ["logged", "crashing"]) await importDraw(server, { ...drawWith(), id });
});

afterAll(() => server.stop());

function linesOf(): Line[] {
  const whole = server.output().split("\n").slice(0, -1);
  return whole.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

async function linesWith(requestId: string | null, count = 1): Promise<Line[]> {
  const found = () => linesOf().filter((line) => line.requestId === requestId);
  await expect.poll(() => found().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return found();
}

function order(instanceId = "logged") {
  const buyer = createBuyer(server);
  return { buyer, placed: buyer.placeOrder({ instanceId, body: { buyer: person } }) };
}

describe("a server's log lines", () => {
  it("are JSON from the first one on, with time and level", () => {
    expect(linesOf().length).toBeGreaterThan(0);
    for (const line of linesOf()) expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String) });
  });

  it("record each call once, with its id, its route's pattern, status, reason and duration", async () => {
    const { buyer, placed } = order();
    const { order: mine } = (await placed).body;
    const declined = await buyer.pay(mine, await tokenFor(server.sandboxUrl, cards.declined));
    const read = await buyer.readOrder(mine);
    const [refused] = await linesWith(declined.headers.get("x-request-id"));
    expect(refused).toMatchObject({
      level: "warn",
      message: "request",
      method: "POST",
      route: "/api/bambora/processPayment",
      status: 402,
      reason: "declined",
      durationMs: expect.any(Number),
    });
    const answered = await linesWith(read.headers.get("x-request-id"));
    expect(answered).toMatchObject([{ level: "info", route: "/api/orders/[instanceId]/[orderId]", status: 200 }]);
    expect(answered[0]).not.toHaveProperty("reason");
    expect(server.output()).not.toContain(mine.orderId);
  });

  it("name a proxy's id if it sends one, and never a caller's words", async () => {
    const { call } = createBuyer(server);
    const sentId = randomUUID().replaceAll("-", "");
    const known = await call("GET", "/api/nothing", undefined, { "x-request-id": sentId });
    const made = await call("GET", "/api/nothing", undefined, { "x-request-id": "quackenbush-quackenbush-quacken" });
    expect(known.headers.get("x-request-id")).toBe(sentId);
    expect(known.body.requestId).toBe(sentId);
    expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await linesWith(sentId)).toMatchObject([{ status: 404, route: "/api/[[...path]]" }]);
  });

  it("record a poll of a draw only if it was refused", async () => {
    const { call } = createBuyer(server);
    const [well, refused] = [await call("GET", "/api/draws/logged/live"), await call("GET", "/api/draws/nowhere/live")];
    expect([well.status, refused.status]).toEqual([200, 404]);
    expect(await linesWith(refused.headers.get("x-request-id"))).toMatchObject([{ route: "/api/draws/[id]/live" }]);
    expect(linesOf().filter(({ requestId }) => requestId === well.headers.get("x-request-id"))).toEqual([]);
  });

  it("of simultaneous requests keep their own ids, down to what fails in the database", async () => {
    const crowd = Array.from({ length: 10 }, (_, turn) => order(turn % 2 ? "crashing" : "logged").placed);
    for (const [turn, answer] of (await Promise.all(crowd)).entries()) {
      const lines = await linesWith(answer.headers.get("x-request-id"), turn % 2 ? 2 : 1);
      const messages = lines.map(({ message }) => message);
      if (turn % 2 === 0) expect([answer.status, messages]).toEqual([201, ["request"]]);
      else expect([answer.status, messages]).toEqual([500, ["A request failed.", "request"]]);
    }
  });

  it("of a payment that a job settles name the request that opened it", async () => {
    const { buyer, placed } = order();
    const { order: mine } = (await placed).body;
    await fetch(`${server.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: "payments", kind: "drop", moment: "after", match: { orderNumber: mine.orderId } }),
    });
    const paid = await buyer.pay(mine, await tokenFor(server.sandboxUrl));
    const requestId = paid.headers.get("x-request-id");
    const settled = () => linesOf().find((line) => line.message === "A payment was settled by a lookup.");
    await expect.poll(settled, { timeout: 60_000 }).toBeDefined();
    expect(settled()).toMatchObject({ requestId, job: "reconcile-payments", state: "approved" });
    const run = () => linesOf().find(({ message, runId }) => message === "job" && runId === settled()?.runId);
    await expect.poll(run, { timeout: 10_000 }).toMatchObject({ job: "reconcile-payments", count: 1 });
  }, 90_000);

  it("contain no personal data, whether calls succeed, are refused or crash", async () => {
    const { buyer, placed } = order();
    const token = await tokenFor(server.sandboxUrl);
    await buyer.pay((await placed).body.order, token);
    const crashed = await order("crashing").placed;
    expect(crashed.status).toBe(500);
    const { call } = createBuyer(server);
    const refused = await Promise.all([
      call("POST", "/api/orders", { ...person, ...place, instanceId: "logged" }, { "idempotency-key": randomUUID() }),
      call("POST", "/api/getInstance", { instanceId: person.name, ...place }),
      call("POST", "/api/terminal/register-device", { deviceId: person.email, parentId: person.phone, deviceData: {} }),
      call("GET", `/api/orders/${encodeURIComponent(person.name)}/${person.phone}?at=${place.latitude}`),
      call("GET", `/api/${encodeURIComponent(person.email)}`),
      call("GET", `/${encodeURIComponent(person.name)}?inSupportOf=${encodeURIComponent(person.name)}`),
    ]);
    for (const { status } of refused) expect(status).toBeGreaterThanOrEqual(400);
    const torn = await fetch(`${server.url}/api/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: `{"buyer": ${person.name}`,
    });
    expect(torn.status).toBe(400);
    await linesWith(torn.headers.get("x-request-id"));
    await linesWith(crashed.headers.get("x-request-id"), 2);
    expect(server.output()).not.toMatch(personal);
    expect(server.output()).not.toContain(token);
  });

  it("would have exposed a person named in an error", () => {
    expect(`{"message":"not taken: ${person.name}"}`).toMatch(personal);
  });
});
