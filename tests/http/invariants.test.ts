import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import { invariantChecks } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import { demoAccount } from "@/sandbox/accounts";
import { adminCall, cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { callGateway, captureAtGateway } from "@/tests/support/sandbox/call-gateway";
import { armFault, resetSandbox, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import { runInvariants } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

async function openDraw(): Promise<string> {
  const draw = drawWith();
  await importDraw(server, draw);
  return draw.id;
}

async function buy(instanceId: string, card: string = cards.approved): Promise<OrderView> {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId });
  expect(placed.status).toBe(201);
  await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl, card));
  return (await buyer.readOrder(placed.body.order)).body.order;
}

async function check(instanceId?: string): Promise<InvariantReport> {
  const query = instanceId === undefined ? "" : `?instanceId=${instanceId}`;
  const answer = await adminCall<InvariantReport>(server, "GET", `/api/admin/invariants${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const elsewhere = (path: string, body: object) => callGateway(server.sandboxUrl, path, body);

describe("a server with sold, declined and held orders", () => {
  it("is clean by its database and by the gateway's report, and the command says so", async () => {
    const draw = await openDraw();
    for (let sold = 0; sold < 3; sold += 1) expect((await buy(draw)).status).toBe("finalized");
    expect((await buy(draw, cards.declined)).status).toBe("reserved");
    const { violations, totals } = await check(draw);
    expect(violations).toEqual([]);
    const money = { finalizedCents: 1500, capturedCents: 1500, refundedCents: 0, cashCents: 0 };
    expect(totals).toEqual({ orders: 4, ...money, ranges: 3, tickets: 9, sealed: expect.any(Number) });
    const { code, lines } = await runInvariants(server, draw);
    expect(lines.filter((line) => !line.startsWith("Sealed up to "))).toEqual([
      expect.stringMatching(new RegExp(`^${invariantChecks.length} checks passed at 20\\d\\d-\\S+Z\\.$`)),
      expect.stringMatching(/^Orders 4, ranges 3, tickets 9, sealed audit entries \d+\.$/),
      "Finalized $15.00, cash taken $0.00, captured at the gateway $15.00, refunded there $0.00.",
    ]);
    expect(code).toBe(0);
  });

  it("is clean while it sells, however often it is checked", async () => {
    const draw = await openDraw();
    let isSelling = true;
    const buyers = Array.from({ length: 12 }, async () => {
      for (let sold = 0; sold < 3; sold += 1) expect((await buy(draw)).status).toBe("finalized");
    });
    const selling = Promise.all(buyers).finally(() => {
      isSelling = false;
    });
    while (isSelling) expect((await check(draw)).violations).toEqual([]);
    await selling;
    expect((await check(draw)).totals).toMatchObject({ finalizedCents: 18_000, capturedCents: 18_000 });
  });
});

describe("transactions that the gateway has and the server doesn't", () => {
  it("a capture under a number like ours is found and named, another shop's isn't", async () => {
    const draw = await openDraw();
    await buy(draw);
    await captureAtGateway(server.sandboxUrl, "SHOP-4711");
    expect((await check()).violations).toEqual([]);
    const stray = "7ZZZZZZZZZ0123456789ABCDEF";
    const id = await captureAtGateway(server.sandboxUrl, stray);
    const detail = {
      capturedCents: 725,
      keptCents: 725,
      transactionId: id,
      merchantId: demoAccount.merchantId,
      restoredTo: null,
    };
    const found = { check: "capture-unknown", drawId: null, subject: stray, detail };
    expect((await check()).violations).toEqual([found]);
    const { code, lines } = await runInvariants(server);
    expect(lines.slice(0, 3)).toEqual([
      "capture-unknown: 1",
      `  (no draw): the gateway captured $7.25 under ${stray} (merchant 300200578), but no payment here has that ` +
        "number; it isn't this installation's, or was lost before a restore: ask whoever else sells on this account",
      expect.stringMatching(new RegExp(`^1 of ${invariantChecks.length} checks failed at `)),
    ]);
    expect(code).toBe(1);
    await elsewhere(`/v1/payments/${id}/void`, { amount: 7.25 });
    expect((await check()).violations).toEqual([]);
    await resetSandbox(server.sandboxUrl);
  });

  it("a manual return and a manual void are found on their order's payment", async () => {
    const draw = await openDraw();
    const [returned, voided] = [await buy(draw), await buy(draw)];
    for (const [order, action, amount] of [
      [returned, "returns", 1.5],
      [voided, "void", 5],
    ] as const) {
      const ledger = await fetch(`${server.sandboxUrl}/sandbox/ledger?orderNumber=${order.orderId}`);
      const { transactions } = (await ledger.json()) as { transactions: { id: string }[] };
      await elsewhere(`/v1/payments/${transactions[0]?.id}/${action}`, { amount });
    }
    const { violations, totals } = await check(draw);
    expect(violations).toEqual([
      {
        check: "return-without-refund",
        drawId: draw,
        subject: returned.orderId,
        detail: { capturedCents: 500, refundedCents: 0, returnedCents: 150 },
      },
      {
        check: "void-without-refund",
        drawId: draw,
        subject: voided.orderId,
        detail: { capturedCents: 500, refundedCents: 0, voidedCents: 500 },
      },
    ]);
    expect(totals).toMatchObject({ finalizedCents: 1000, capturedCents: 1000, refundedCents: 650 });
  });

  it("a gateway that lost a payment, and one whose report lags behind", async () => {
    const draw = await openDraw();
    await setReportLag(server.sandboxUrl, 3_600_000);
    const order = await buy(draw);
    expect((await check(draw)).violations).toEqual([]);
    await resetSandbox(server.sandboxUrl);
    expect((await check(draw)).violations).toMatchObject([{ check: "capture-missing", subject: order.orderId }]);
  });
});

describe("a gateway that can't be reached", () => {
  it("is reported as such, and the server isn't called clean", async () => {
    const draw = await openDraw();
    await buy(draw);
    await armFault(server.sandboxUrl, { at: "reports", kind: "status", status: 503, times: 3 });
    const { code, lines } = await runInvariants(server, draw);
    expect(lines.slice(0, 2)).toEqual([
      "gateway-unreachable: 1",
      `  ${draw}: merchant 300200578: the gateway didn't answer; its payments were not compared`,
    ]);
    expect(lines.filter((line) => !line.startsWith("Sealed up to ")).at(-1)).toMatch(
      /, as far as the gateway could be reached\.$/,
    );
    expect(code).toBe(1);
    expect((await check(draw)).violations).toEqual([]);
  });
});

describe("access", () => {
  it("requires the key and an existing draw", async () => {
    const answer = await createBuyer(server).call("GET", "/api/admin/invariants");
    expect(answer).toMatchObject({ status: 401, body: { reason: "admin-key-wrong" } });
    const { code, lines } = await runInvariants(server, "no-such-draw");
    expect(lines.join("\n")).toContain("(draw-not-found)");
    expect(code).toBe(1);
    const malformed = await adminCall(server, "GET", "/api/admin/invariants?head=one");
    expect(malformed).toMatchObject({ status: 422, body: { reason: "invalid-input" } });
    expect((await runInvariants(server, "one", "two")).lines.join("\n")).toContain("Usage: npm run invariants");
  });
});
