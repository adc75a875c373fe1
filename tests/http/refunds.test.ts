import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toEasternDay } from "@/lib/gateways/bambora/rules.refunds";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import type { Answer, Line } from "@/tests/support/calls/buyer";
import { adminCall, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import { runAdmin } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const parallel = 20;
let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());
beforeEach(() => fetch(`${server.sandboxUrl}/sandbox/faults`, { method: "DELETE" }));

const line = (packageId: string): Line => ({ poolId: "main", packageId, quantity: 1 });

async function sell(at: Server): Promise<OrderView> {
  const draw = drawWith();
  await importDraw(at, draw);
  const buyer = createBuyer(at);
  const placed = await buyer.placeOrder({ instanceId: draw.id, lines: [line("three"), line("forty")] });
  expect(placed.status).toBe(201);
  expect((await buyer.pay(placed.body.order, await tokenFor(at.sandboxUrl))).status).toBe(200);
  return placed.body.order;
}

function refund(at: Server, order: OrderView, lines?: number[]): Promise<Answer<{ outcome: string; reason: string }>> {
  const path = `/api/admin/orders/${order.instanceId}/${order.orderId}/refund`;
  return adminCall(at, "POST", path, lines ? { lines } : {});
}

async function readOrder(at: Server, order: OrderView): Promise<OrderView> {
  return (await createBuyer(at).readOrder(order)).body.order;
}

/** In cents. Adds up the order's first twenty refunds at the gateway. */
async function givenBackCents(at: Server, { orderId }: OrderView): Promise<number> {
  const numbers = Array.from({ length: parallel }, (_none, index) => String(index + 1).padStart(2, "0"));
  const views = await Promise.all(numbers.map((number) => ledger(at.sandboxUrl, `RF${orderId}${number}`)));
  return views.flatMap(({ transactions }) => transactions).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

async function failedChecks(at: Server, { instanceId }: OrderView): Promise<string[]> {
  const answer = await adminCall<InvariantReport>(at, "GET", `/api/admin/invariants?instanceId=${instanceId}`);
  return answer.body.checks.flatMap(({ check, rows }) => (rows > 0 ? [check] : []));
}

async function potOf(at: Server, { instanceId }: OrderView): Promise<number> {
  const response = await fetch(`${at.url}/api/draws/${instanceId}/live`);
  return ((await response.json()) as { pot: number }).pot;
}

describe("a refund through the admin API", () => {
  it("refunds a line, then the rest: the pot falls, the numbers are void, the invariants are clean", async () => {
    const order = await sell(server);
    const part = await refund(server, order, [1]);
    expect([part.status, part.body.outcome]).toEqual([200, "refunded"]);
    expect(await potOf(server, order)).toBe(20);
    expect(await readOrder(server, order)).toMatchObject({
      status: "finalized",
      numbers: [{ first: 1, last: 3, void: true }, { void: false }],
      refunds: [{ amount: 5, state: "done", lines: 1 }],
    });
    expect((await refund(server, order, [1])).body.reason).toBe("line-refunded");
    expect((await refund(server, order)).status).toBe(200);
    expect(await readOrder(server, order)).toMatchObject({ status: "refunded" });
    expect(await potOf(server, order)).toBe(0);
    expect(await givenBackCents(server, order)).toBe(2500);
    expect((await refund(server, order)).body.reason).toBe("order-refunded");
    expect(await failedChecks(server, order)).toEqual([]);
  });

  it("says in words what the gateway refused", async () => {
    const order = await sell(server);
    await fetch(`${server.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: "void", kind: "refuse", code: 200 }),
    });
    const answer = await refund(server, order);
    expect([answer.status, answer.body.reason]).toEqual([409, "refund-refused"]);
    expect(await readOrder(server, order)).toMatchObject({ status: "finalized", numbers: [{ void: false }, {}] });
    expect(await failedChecks(server, order)).toEqual([]);
  });

  it("is made once if its answer is lost, and found automatically", async () => {
    const order = await sell(server);
    await fetch(`${server.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ at: "returns", kind: "drop", moment: "after" }),
    });
    const answer = await refund(server, order, [2]);
    expect([answer.status, answer.body.outcome]).toEqual([202, "refund-under-way"]);
    expect((await refund(server, order, [2])).body.reason).toBe("refund-under-way");
    const stateOf = async () => (await readOrder(server, order)).refunds[0]?.state;
    await expect.poll(stateOf, { timeout: 60_000, interval: 500 }).toBe("done");
    expect(await givenBackCents(server, order)).toBe(2000);
    expect(await failedChecks(server, order)).toEqual([]);
  });
});

async function refundAtOnce(at: Server): Promise<{ order: OrderView; outcomes: string[] }> {
  const order = await sell(at);
  await fetch(`${at.sandboxUrl}/sandbox/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ at: "returns", kind: "delay", delayMs: 1000, times: parallel }),
  });
  const answers = await Promise.all(Array.from({ length: parallel }, () => refund(at, order, [1])));
  return { order, outcomes: answers.map(({ body }) => body.outcome ?? body.reason) };
}

describe("twenty refunds of one line at once", () => {
  it("return the money once", async () => {
    const { order, outcomes } = await refundAtOnce(server);
    expect(outcomes.filter((outcome) => outcome === "refunded")).toHaveLength(1);
    expect(await givenBackCents(server, order)).toBe(500);
    expect(await failedChecks(server, order)).toEqual([]);
  });

  it.runIf(isFullRun)(
    "negative control: they return it more than once without the index of open refunds, and the invariants notice",
    async () => {
      const unguarded = await startServerWithout(sabotage.oneRefund);
      try {
        const { order } = await refundAtOnce(unguarded);
        expect(await givenBackCents(unguarded, order)).toBeGreaterThan(500);
        expect(await failedChecks(unguarded, order)).toContain("refund-repeated");
      } finally {
        await unguarded.stop();
      }
    },
  );
});

describe("npm run order", () => {
  it("shows an order by its code, refunds a line of it, and closes the day", async () => {
    const order = await sell(server);
    const refunded = await runAdmin("order", server, [
      "refund",
      order.orderCode,
      "--line",
      "1",
      "--draw",
      order.instanceId,
    ]);
    expect([refunded.code, refunded.stderr]).toEqual([0, ""]);
    expect(refunded.stdout).toContain("Refunded. The numbers are void.");
    const command = await runAdmin("order", server, ["show", order.orderId]);
    expect(command.code).toBe(0);
    expect(command.stdout).toMatch(new RegExp(`^${order.orderCode} +finalized +\\$25\\.00`));
    expect(command.stdout).toMatch(/1 +main +1 x three +3 +\$5\.00 +1-3 +void since/);
    expect(command.stdout).toContain(`RF${order.orderId}01`);
    expect(command.stdout).toContain("r•••@example.test");
    expect(command.stdout).not.toContain("rosalie@example.test");
    const day = toEasternDay(new Date());
    const closed = await runAdmin("order", server, ["reconcile", "--day", day]);
    expect(closed.stdout).toContain(`${day} agrees with the gateway so far, but it isn't over yet.`);
    expect(closed.stdout).toMatch(new RegExp(`${order.instanceId} +1 +\\$25\\.00 +1 +\\$5\\.00 +\\$20\\.00`));
    expect(closed.code).toBe(0);
  });

  it.each([
    [["show", "NOBODY00"], /order-not-found/],
    [["refund"], /^Usage: npm run order/],
    [["reconcile", "--day", "yesterday"], /invalid-input/],
  ])("%j exits with 1 and says why", async (words, why) => {
    const ran = await runAdmin("order", server, words as string[]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(why as RegExp);
  });
});
