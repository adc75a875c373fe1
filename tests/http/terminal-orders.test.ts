import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { TerminalOrder, TerminalOrderPage } from "@/lib/terminal/orders/rules";
import type { TerminalSummary } from "@/lib/terminal/summary/rules";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice, setListsOthers, withdrawDevice } from "@/tests/support/calls/device";
import { orderBody } from "@/tests/support/calls/route-bodies";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;
let gate: RegisteredDevice;

const parentId = "orders-parent";

beforeAll(async () => {
  server = await shareServer();
  gate = await registerDevice(server, { parentId, name: "Gate 1", operator: "Alex", listsOthers: true });
});

afterAll(() => server.stop());

async function openDraw(): Promise<string> {
  const draw = drawWith({ parentId, terminal: { allowAnonymousCash: true, allowRefund: true } });
  await importDraw(server, draw);
  return draw.id;
}

function list(device: RegisteredDevice, words: Record<string, string>) {
  return device.call<TerminalOrderPage>("GET", `/api/terminal/orders?${new URLSearchParams(words)}`);
}

async function placeAtGate(drawId: string, idempotencyKey: string): Promise<TerminalOrder> {
  const body = orderBody(drawId, { atTerminal: true });
  const headers = { "idempotency-key": idempotencyKey };
  const placed = await gate.call<{ order: TerminalOrder }>("POST", "/api/orders", body, headers);
  expect(placed.status).toBe(201);
  return placed.body.order;
}

describe("an order at a terminal", () => {
  it("is in the lists, its details show its history, and the day's total includes it", async () => {
    const drawId = await openDraw();
    const order = await placeAtGate(drawId, "order-of-the-lists");
    const orderPath = `/api/terminal/orders/${drawId}/${order.orderId}`;
    const open = await list(gate, { instanceId: drawId, status: "unfinalized" });
    expect(open.status).toBe(200);
    expect(open.headers.get("cache-control")).toContain("no-store");
    expect(open.body).toMatchObject({ orders: [{ orderId: order.orderId, nextStep: "resume" }], nextCursor: null });
    expect((await gate.call("POST", `${orderPath}/cash`, {})).status).toBe(200);
    expect((await list(gate, { instanceId: drawId, status: "unfinalized" })).body.orders).toEqual([]);
    const found = await list(gate, { instanceId: drawId, q: order.orderCode.toLowerCase() });
    expect(found.body.orders).toMatchObject([{ orderCode: order.orderCode, status: "finalized", method: "cash" }]);
    const search = { instanceId: drawId, q: "rosalie@example.test" };
    const byEmail = await gate.call<TerminalOrderPage>("POST", "/api/terminal/orders", search);
    expect(byEmail.headers.get("cache-control")).toContain("no-store");
    expect(byEmail.body).toEqual(found.body);
    const details = await gate.call<{ order: TerminalOrder }>("GET", orderPath);
    expect(details.body.order.history).toMatchObject([
      { action: "placed", actor: "device", device: "Gate 1", operator: "Alex" },
      { action: "cash-taken", actor: "device", device: "Gate 1", operator: "Alex" },
    ]);
    expect(JSON.stringify(details.body)).not.toContain(gate.deviceId);
    const path = `/api/terminal/summary?instanceId=${drawId}`;
    const { body } = await gate.call<{ summary: TerminalSummary }>("GET", path);
    expect(body.summary.methods).toEqual([{ method: "cash", orders: 1, amount: order.amount, refunded: 0 }]);
    const all = await gate.call<{ summaries: TerminalSummary[] }>("GET", "/api/terminal/summary");
    expect(all.body.summaries).toContainEqual(body.summary);
  });

  it("from the web is shown too, and the server's own job seals it with everything that was done", async () => {
    const drawId = await openDraw();
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: drawId })).body;
    expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
    const { body } = await list(gate, { instanceId: drawId });
    expect(body.orders).toMatchObject([{ orderId: order.orderId, seller: { channel: "web" }, method: "card" }]);
    expect(body.orders[0]?.buyer?.name).toBe("");
    const other = await registerDevice(server, { parentId });
    expect((await list(other, { instanceId: drawId })).body).toMatchObject({ orders: [], listsOthers: false });
    await setListsOthers(server, other.deviceId);
    expect((await list(other, { instanceId: drawId })).body.orders).toHaveLength(1);
    await setListsOthers(server, other.deviceId, false);
    expect((await list(other, { instanceId: drawId })).body.orders).toEqual([]);
    const report = () => adminCall<InvariantReport>(server, "GET", `/api/admin/invariants?instanceId=${drawId}`);
    expect((await report()).body.violations).toEqual([]);
    // Entries are sealed after ten seconds, by a job every five.
    const sealed = async () => (await report()).body.totals.sealed;
    await expect.poll(sealed, { timeout: 60_000, interval: 1000 }).toBe(5);
  });
});

describe("no data", () => {
  it("is shown to anyone but a registered device, or to a device of another parent", async () => {
    const drawId = await openDraw();
    const order = await placeAtGate(drawId, "order-of-a-guard");
    const calls = [
      { method: "GET", path: `/api/terminal/orders?instanceId=${drawId}` },
      { method: "POST", path: "/api/terminal/orders", body: { instanceId: drawId, q: order.orderCode } },
      { method: "GET", path: `/api/terminal/orders/${drawId}/${order.orderId}` },
      { method: "GET", path: `/api/terminal/summary?instanceId=${drawId}` },
    ] as const;
    const foreign = await registerDevice(server, { parentId: "other-parent" });
    const revoked = await registerDevice(server, { parentId });
    await withdrawDevice(server, revoked.deviceId);
    const ids = { cookie: `5050ng-deviceId=${gate.deviceId}; 5050ng-parentId=${parentId}` };
    for (const { method, path, ...rest } of calls) {
      const body = "body" in rest ? rest.body : undefined;
      const answers = [
        await createBuyer(server).call(method, path, body),
        await createBuyer(server).call(method, path, body, ids),
        await revoked.call(method, path, body),
        await foreign.call(method, path, body),
      ];
      const hidden = path.includes(order.orderId) ? "order-not-found" : "draw-not-found";
      expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
        [401, "device-required"],
        [401, "device-required"],
        [expect.any(Number), expect.stringMatching(/^device-(required|revoked)$/)],
        [404, hidden],
      ]);
    }
  });

  it.each([
    ["cursor=garbage", "cursor"],
    ["cursor=", "cursor"],
    ["status=all", "status"],
    [`q=${"x".repeat(65)}`, "q"],
    ["q=%00", "q"],
    ["page=2", "page"],
  ])("for %s", async (words, field) => {
    const query = new URLSearchParams(`instanceId=any-draw&${words}`);
    const { status, body } = await gate.call("GET", `/api/terminal/orders?${query}`);
    expect([status, body.reason, body.fields?.[0]?.field]).toEqual([422, "invalid-input", field]);
    const answer = await gate.call("POST", "/api/terminal/orders", Object.fromEntries(query));
    // NUL isn't valid text, so the server treats the JSON as invalid.
    const isText = query.get("q") !== "\0";
    expect([answer.status, answer.body.reason]).toEqual(isText ? [422, "invalid-input"] : [400, "malformed-json"]);
  });
});
