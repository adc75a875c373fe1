import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";
import { createBuyer, ledger } from "@/tests/support/calls/buyer";
import { findRefusalProblems } from "@/tests/support/calls/check-refusal";
import type { RawRequest } from "@/tests/support/calls/raw-request";
import { fullDraw, orderBody, paymentBody } from "@/tests/support/calls/route-bodies";
import { hostileCallsForFile } from "@/tests/support/hostile/hostile-calls";

const calls = hostileCallsForFile([
  { ...fullDraw("full-draw"), maxTicketPayout: 50 },
  { ...fullDraw("ontario-draw"), enabledProvinces: ["ON"], residenceProvinces: ["ON"] },
  { ...fullDraw("pending-draw"), state: { approval_state: "Pending" } },
]);

const json = { "content-type": "application/json" };
const main = { poolId: "main", packageId: "three", quantity: 1 };
const card = { code: "unknown-token-of-a-test", name: "Rosalie Tremblay", complete: true };

function placing(body: Record<string, unknown> | string, key: string = randomUUID()): RawRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { method: "POST", path: "/api/orders", headers: { ...json, "idempotency-key": key }, body: text };
}

function paying(payment: Record<string, unknown>, instanceId = "first-draw"): RawRequest {
  const { payment: valid } = paymentBody(calls.target(), calls.order().amount) as { payment: object };
  const body = JSON.stringify({ instanceId, payment: { ...valid, ...payment } });
  return { method: "POST", path: "/api/bambora/processPayment", headers: json, body };
}

describe("a basket", () => {
  it.each([
    ...[0, -1, 1.5, 1001, 1e9, 2 ** 53, "1", null, true, [1]].map((quantity) => [
      `of ${JSON.stringify(quantity)} packages`,
      { lines: [{ ...main, quantity }] },
      "lines.0.quantity",
    ]),
    ["of no lines", { lines: [] }, "lines"],
    ["of 51 lines", { lines: Array(51).fill(main) }, "lines"],
    ["of lines that are none", { lines: { length: 1, 0: main } }, "lines"],
    ["of no such pool", { lines: [{ ...main, poolId: "none" }] }, "lines.0.poolId"],
    ["of no such package", { lines: [{ ...main, packageId: "none" }] }, "lines.0.packageId"],
    ["of another pool's package", { lines: [{ ...main, packageId: "pair" }] }, "lines.0.packageId"],
    ["of another draw's pool", { instanceId: "first-draw", lines: [{ ...main, poolId: "early" }] }, "lines.0.poolId"],
    ["of a pool with a path", { lines: [{ ...main, poolId: "../main" }] }, "lines.0.poolId"],
    ["of a pool named for an object's maker", { lines: [{ ...main, poolId: "constructor" }] }, "lines.0.poolId"],
    ["of no such bundle", { bundles: [{ bundleId: "none", quantity: 1 }] }, "bundles.0.bundleId"],
    ["of minus one bundle", { bundles: [{ bundleId: "both", quantity: -1 }] }, "bundles.0.quantity"],
    ["for no such team", { teamId: "none" }, "teamId"],
    ["with a price", { lines: [{ ...main, price: 0.01 }] }, "lines.0.price"],
    ["with tickets", { lines: [{ ...main, tickets: 1000 }] }, "lines.0.tickets"],
    ["with an amount in cents", { lines: [{ ...main, amountCents: 1 }] }, "lines.0.amountCents"],
    ["with a bundle's price", { bundles: [{ bundleId: "both", quantity: 1, price: 1 }] }, "bundles.0.price"],
    ["with an amount", { amount: 0.01 }, "amount"],
    ["with an order's id", { orderId: "0".repeat(26) }, "orderId"],
    ["with a client's key", { clientKey: "a" }, "clientKey"],
    ["with an expiry", { expiresAt: "2099-01-01T00:00:00Z" }, "expiresAt"],
    [
      "with attestations that only look like it",
      { attestations: { age: 1, location: "true", rules: [] } },
      "attestations.age",
    ],
    ["in no such language", { locale: "de" }, "locale"],
  ] as [string, Record<string, unknown>, string][])("%s is refused, naming the field", async (name, change, field) => {
    const request = placing(orderBody("full-draw", change));
    expect(await calls.checkRefusal(name, request, { reasons: ["invalid-input"], field })).toEqual([]);
  });

  it.each([
    ["more than one order may take", "full-draw", { lines: [{ ...main, quantity: 20 }] }, "too-many-tickets"],
    [
      "the same, in two lines",
      "full-draw",
      {
        lines: [
          { ...main, quantity: 10 },
          { ...main, quantity: 10 },
        ],
      },
      "too-many-tickets",
    ],
    ["above the card limit", "first-draw", { lines: [{ ...main, quantity: 1000 }] }, "amount-above-card-limit"],
    ["of a draw that is not approved", "pending-draw", {}, "draw-not-found"],
    ["of a draw in capitals", "FIRST-DRAW", {}, "draw-not-found"],
    [
      "from another province",
      "ontario-draw",
      { buyer: { name: "A Person", email: "a@example.test", province: "QC" } },
      "province-not-eligible",
    ],
  ])("%s is refused", async (name, instanceId, change, reason) => {
    const request = placing(orderBody(instanceId, change));
    expect(await calls.checkRefusal(name, request, { reasons: [reason] })).toEqual([]);
  });
});

describe("a buyer's text", () => {
  const buyer = { name: "Rosalie Tremblay", email: "rosalie@example.test", province: "ON" };
  it.each(
    [
      ["name", "a"],
      ["name", "a".repeat(65)],
      ["name", "😀".repeat(33)],
      ["name", "12345"],
      ["name", "\u200b\u200b\u200b"],
      ["name", "A\u0007B"],
      ["name", "A\nBcc: b@example.test"],
      ["name", "A\u2028B"],
      ["name", "\u202egnp.exe"],
      ["name", "A \u2066B\u2069"],
      ["email", "a@b"],
      ["email", "a@example.test, b@example.test"],
      ["email", "a@example.test\nBcc: b@example.test"],
      ["email", "<a@example.test>"],
      ["email", `${"a".repeat(60)}@example.test`],
      ["phone", "call me"],
      ["phone", "416\n5550100"],
      ["phone", "1".repeat(26)],
      ["province", "XX"],
      ["province", "on"],
      ["postalCode", "12345"],
      ["city", ""],
      ["city", "a".repeat(33)],
    ].filter(([, text]) => text !== "M5V 2T6 " && text !== "A\u0000") as [string, string][],
  )("as %s %j is refused", async (field, text) => {
    const request = placing(orderBody("first-draw", { buyer: { ...buyer, [field]: text } }));
    const expected = { reasons: ["invalid-input"], field: `buyer.${field}` };
    expect(await calls.checkRefusal(field, request, expected)).toEqual([]);
  });
});

describe("a payment", () => {
  it.each([
    ["of a cent less", { amount: 4.99 }, "amount-mismatch"],
    ["of half a cent more", { amount: 5.004 }, "amount-mismatch"],
    ["of a hair more", { amount: 5.000000000000001 }, "amount-mismatch"],
    ["of nothing", { amount: 0 }, "invalid-input"],
    ["of less than nothing", { amount: -5 }, "invalid-input"],
    ["in words", { amount: "5" }, "invalid-input"],
    ["of a million and more", { amount: 1_000_001 }, "invalid-input"],
    ["by Apple Pay's name", { payment_method: "apple_pay" }, "invalid-input"],
    ["in cash", { payment_method: "cash" }, "invalid-input"],
    ["that only reserves", { token: { ...card, complete: false } }, "invalid-input"],
    ["by a token with a line end", { token: { ...card, code: "12345678\n" } }, "invalid-input"],
    ["by a token of letters that no header takes", { token: { ...card, code: "é".repeat(10) } }, "invalid-input"],
    ["by a card itself", { token: { ...card, number: "4030000010001234" } }, "invalid-input"],
    ["by a name with a line end", { token: { ...card, name: "A\r\nB Person" } }, "invalid-input"],
    ["with a billing field of its own", { billing: { amount: 1 } }, "invalid-input"],
    ["of an order in small letters", { order_number: "a".repeat(26) }, "invalid-input"],
    ["of no order", { order_number: "0".repeat(26) }, "order-not-found"],
  ])("%s is refused before the gateway hears of it", async (name, change, reason) => {
    expect(await calls.checkRefusal(name, paying(change), { reasons: [reason] })).toEqual([]);
    expect((await ledger(calls.server().sandboxUrl, calls.target().orderId)).transactions).toEqual([]);
  });

  it("of an order under another draw is refused", async () => {
    const expected = { reasons: ["order-not-found"] };
    expect(await calls.checkRefusal("second", paying({}, "second-draw"), expected)).toEqual([]);
  });
});

calls.testsOfNoEffect();

describe("a key", () => {
  it("that is reused means the same request: anything else is refused, within its own draw only", async () => {
    const key = randomUUID();
    const first = await calls.send(placing(orderBody("first-draw"), key));
    expect(first.status).toBe(201);
    const others = [{ locale: "fr" }, { lines: [{ ...main, quantity: 2 }] }, { buyer: undefined }];
    for (const change of others) {
      const again = placing(orderBody("first-draw", change), key);
      expect(await calls.checkRefusal("other", again, { reasons: ["idempotency-key-reused"] })).toEqual([]);
    }
    const elsewhere = await calls.send(placing(orderBody("second-draw"), key));
    expect(elsewhere.status).toBe(201);
    expect(JSON.parse(elsewhere.text).order.orderId).not.toBe(JSON.parse(first.text).order.orderId);
  });
});

describe("a duplicate field", () => {
  it("counts once, and the price matches what counts", async () => {
    const twice = JSON.stringify(orderBody("first-draw")).replace(
      '"lines":',
      `"lines":${JSON.stringify([{ ...main, quantity: 9 }])},"lines":`,
    );
    const { order } = JSON.parse((await calls.send(placing(twice))).text);
    expect(order).toMatchObject({ amount: 5, lines: [{ quantity: 1, tickets: 3, amount: 5 }] });
  });
});

describe("an unknown token", () => {
  it("charges nothing, and the order can still be paid", async () => {
    const answer = await calls.send(paying({}));
    expect(findRefusalProblems(answer)).toEqual([]);
    expect(answer.status).toBe(402);
    const { transactions } = await ledger(calls.server().sandboxUrl, calls.target().orderId);
    expect(transactions.filter(({ approved }) => approved)).toEqual([]);
    const read = await createBuyer(calls.server()).readOrder(calls.order());
    expect(read.body.order.status).toBe("reserved");
  });

  it("puts nothing about the buyer in the log", () => {
    const output = calls.server().output();
    for (const word of ["rosalie", "Tremblay", card.code, "Passcode", calls.server().adminKey]) {
      expect(output.toLowerCase()).not.toContain(word.toLowerCase());
    }
  });
});
