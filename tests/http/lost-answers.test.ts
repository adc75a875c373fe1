import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import type { Fault } from "@/sandbox/faults";
import { adminCall, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { runAdmin } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

// Answered payments in between keep the account from counting as out (decision 044).
afterEach(async () => {
  expect((await payWith([])).answer).toBe(200);
});

const buyer = () => createBuyer(server);

async function atSandbox(path: string, body: object): Promise<void> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${server.sandboxUrl}/sandbox/${path}`, init);
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
}

async function place(): Promise<OrderView> {
  const draw = drawWith({ maxTickets: 3 });
  await importDraw(server, draw);
  return (await buyer().placeOrder({ instanceId: draw.id })).body.order;
}

async function payWith(faults: object[]): Promise<{ order: OrderView; answer: number; reason: string | undefined }> {
  const order = await place();
  for (const fault of faults) await atSandbox("faults", { ...fault, match: { orderNumber: order.orderId } });
  const { status, body } = await buyer().pay(order, await tokenFor(server.sandboxUrl));
  return { order, answer: status, reason: body.reason };
}

async function statusOf(order: OrderView): Promise<string> {
  return (await buyer().readOrder(order)).body.order.status;
}

async function waitForStatus(order: OrderView, status: string): Promise<OrderView> {
  await expect.poll(() => statusOf(order), { timeout: 60_000, interval: 250 }).toBe(status);
  return (await buyer().readOrder(order)).body.order;
}

async function violationsOf(order: OrderView): Promise<unknown[]> {
  const path = `/api/admin/invariants?instanceId=${order.instanceId}`;
  return (await adminCall<InvariantReport>(server, "GET", path)).body.violations;
}

type ArmedFault = Partial<Fault> & { at: string; kind: string };

const after = { at: "payments", moment: "after" };
const lost: [string, ArmedFault[]][] = [
  ["the connection is cut", [{ ...after, kind: "drop" }]],
  ["a 500 is answered", [{ ...after, kind: "status", status: 500 }]],
  ["a 502 is answered", [{ ...after, kind: "status", status: 502 }]],
  ["garbage is answered", [{ ...after, kind: "garbage" }]],
  ["the gateway says that it has seen the payment before (16)", [{ ...after, kind: "refuse", code: 16 }]],
  ["the gateway says that it has seen the number before (788)", [{ ...after, kind: "refuse", code: 788 }]],
  [
    "the report cannot be read at first",
    [
      { ...after, kind: "drop" },
      { at: "reports", kind: "status", times: 1 },
    ],
  ],
  [
    "the payment cannot be read at first",
    [
      { ...after, kind: "drop" },
      { at: "get-payment", kind: "drop", times: 1 },
    ],
  ],
] as [string, ArmedFault[]][];

describe("a payment captured without an answer", () => {
  it.each(lost)("gets numbers within seconds: %s", async (_what, faults) => {
    const { order, answer, reason } = await payWith(faults);
    expect({ answer, reason }).toEqual({ answer: 202, reason: "payment-unknown" });
    const paid = await waitForStatus(order, "finalized");
    expect(paid.numbers).toEqual([{ poolId: "main", first: 1, last: 3, void: false }]);
    expect((await ledger(server.sandboxUrl, order.orderId)).totals.capturedCents).toBe(500);
    expect(await violationsOf(order)).toEqual([]);
  });

  it("gets numbers if the gateway never answers", async () => {
    const { order, answer } = await payWith([{ ...after, kind: "hang" }]);
    expect(answer).toBe(202);
    await waitForStatus(order, "finalized");
    expect(await violationsOf(order)).toEqual([]);
  });

  it("gets numbers if it appears only late in the report", async () => {
    await atSandbox("settings", { reportLagMs: 12_000 });
    const { order } = await payWith([{ ...after, kind: "drop" }]);
    await waitForStatus(order, "finalized");
    await atSandbox("settings", { reportLagMs: 0 });
    expect(await violationsOf(order)).toEqual([]);
  });

  it("gets numbers if the report refuses rows past its end", async () => {
    await atSandbox("settings", { reportEnd: "refused" });
    const { order } = await payWith([{ ...after, kind: "drop" }]);
    await waitForStatus(order, "finalized");
    expect(await violationsOf(order)).toEqual([]);
    await atSandbox("settings", { reportEnd: "empty" });
  });

  it("is refunded in full if it was captured in a different amount", async () => {
    const { order, answer } = await payWith([{ at: "payments", kind: "wrong-amount", amount: 4.99 }]);
    expect(answer).toBe(202);
    const refunded = await waitForStatus(order, "refunded");
    expect(refunded.numbers).toEqual([]);
    expect(refunded.refunds).toMatchObject([{ amount: 4.99, lines: 0 }]);
    await expect
      .poll(async () => (await buyer().readOrder(order)).body.order.refunds[0]?.state, { timeout: 60_000 })
      .toBe("done");
    const replayed = await buyer().pay(order, await tokenFor(server.sandboxUrl));
    expect(replayed).toMatchObject({ status: 409, body: { reason: "order-refunded" } });
    expect(server.output()).toContain("A payment couldn't become numbers and is being refunded.");
    expect(server.output()).not.toContain(order.orderId);
    expect(await violationsOf(order)).toEqual([]);
  });
});

it("a payment that never reached the bank keeps its tickets, and can't be paid again in the meantime", async () => {
  const { order, answer } = await payWith([{ at: "payments", moment: "before", kind: "drop" }]);
  expect(answer).toBe(202);
  const again = await buyer().pay(order, await tokenFor(server.sandboxUrl));
  expect(again).toMatchObject({ status: 202, body: { reason: "payment-unknown" } });
  expect((await ledger(server.sandboxUrl, `${order.orderId}02`)).transactions).toEqual([]);
  expect(await statusOf(order)).toBe("unknown");
  expect(await violationsOf(order)).toEqual([]);
});

it("a payment still being looked up can't be settled by an admin's command", async () => {
  const { order } = await payWith([{ at: "payments", kind: "drop", moment: "before" }]);
  const words = ["settle", order.orderCode, "--draw", order.instanceId, "--paid", "10001234"];
  const ran = await runAdmin("order", server, words);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("settlement-too-early") });
  expect(await statusOf(order)).toBe("unknown");
});
