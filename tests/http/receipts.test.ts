import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { fullDraw } from "@/tests/support/calls/route-bodies";
import { drawWith } from "@/tests/support/draws/draw";
import { listMails, setMailServer, waitForMails } from "@/tests/support/sandbox/mailbox";
import { runAdmin } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
let serial = 0;

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => setMailServer(server.sandboxUrl, "up"));
afterAll(() => server.stop());

/** Uses a new email address, by which its mails are identified. */
async function buy(instanceId: string, body: Record<string, unknown> = {}): Promise<{ order: OrderView; to: string }> {
  serial += 1;
  const to = `buyer-${serial}@example.test`;
  const buyer = createBuyer(server);
  const person = { name: "Rosalie Tremblay", email: to, province: "ON" };
  const placed = await buyer.placeOrder({ instanceId, body: { buyer: person, ...body } });
  const paid = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
  expect(paid.status).toBe(200);
  return { order: paid.body.order, to };
}

async function openDraw(): Promise<string> {
  const draw = drawWith();
  await importDraw(server, draw);
  return draw.id;
}

describe("the email for a paid order", () => {
  it("arrives with the numbers of every pool under its licence, and links to the order's page", async () => {
    await importDraw(server, { ...fullDraw("mailed"), license: "RAF-MAIN" });
    const lines = [
      { poolId: "main", packageId: "three", quantity: 2 },
      { poolId: "early", packageId: "pair", quantity: 1 },
    ];
    const { order, to } = await buy("mailed", { lines });
    const [mail] = await waitForMails(server.sandboxUrl, to);
    expect(mail?.subject).toContain(order.orderCode);
    expect(mail?.from).toBe("Test Foundation <tickets@tirage.example>");
    expect(order.validationNumber).toMatch(/^\w{5}(-\w{5}){3}$/);
    for (const body of [mail?.html ?? "", mail?.text ?? ""]) {
      for (const words of [
        "RAF-MAIN",
        "Early bird",
        "1\u00a0–\u00a06",
        "1\u00a0–\u00a02",
        "$14.00",
        "1-866-531-2600",
      ]) {
        expect(body).toContain(words);
      }
      expect(body).toContain(order.validationNumber);
      expect(body).not.toMatch(/undefined|\[object|receipt\.|order\.|NaN/);
    }
    const link = /https?:\S+\/order\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect((await page.text()).includes(order.validationNumber ?? "none")).toBe(true);
  });

  it("is in French for a purchase made in French", async () => {
    const { order, to } = await buy(await openDraw(), { locale: "fr" });
    const [mail] = await waitForMails(server.sandboxUrl, to);
    expect(mail?.headers).toContainEqual({ name: "Content-Language", value: "fr-FR" });
    expect(mail?.html).toContain('<html lang="fr-FR">');
    expect(mail?.text).toContain("5,00\u00a0$");
    expect(mail?.text).toContain(`/fr/order/${order.instanceId}/`);
  });

  it("isn't sent for an unpaid order, and comes once", async () => {
    const instanceId = await openDraw();
    const unpaid = { name: "Rosalie Tremblay", email: "unpaid@example.test", province: "ON" };
    await createBuyer(server).placeOrder({ instanceId, body: { buyer: unpaid } });
    const { to } = await buy(instanceId);
    await waitForMails(server.sandboxUrl, to);
    const { to: later } = await buy(instanceId);
    await waitForMails(server.sandboxUrl, later);
    expect(await listMails(server.sandboxUrl, to)).toHaveLength(1);
    expect(await listMails(server.sandboxUrl, "unpaid@example.test")).toEqual([]);
  });
});

describe("the receipt of an order whose email was mistyped", () => {
  it("goes to the right address, and its link alone opens the order from then on", async () => {
    const { order, to } = await buy(await openDraw());
    const [first] = await waitForMails(server.sandboxUrl, to);
    const right = `right-${to}`;
    const done = await runAdmin("order", server, [
      "correct",
      order.orderCode,
      "--draw",
      order.instanceId,
      "--email",
      right,
    ]);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("Corrected email") });
    expect(done.stdout).not.toContain(right);
    const [copy] = await waitForMails(server.sandboxUrl, right);
    const linkIn = (text = "") => /https?:\S+\/order\/\S+/.exec(text)?.[0] ?? "";
    const headers = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
    };
    const [old, shown] = [await fetch(linkIn(first?.text), { headers }), await fetch(linkIn(copy?.text), { headers })];
    expect([old.status, shown.status]).toEqual([403, 200]);
    const page = await old.text();
    expect(page).toContain("This link no longer works");
    for (const secret of [order.orderCode, "Tremblay", "Rosalie", "example.test", order.validationNumber ?? "none"]) {
      expect(page).not.toContain(secret);
    }
    expect(await shown.text()).toContain(order.validationNumber ?? "none");
    const path = `${server.url}/api/orders/${order.instanceId}/${order.orderId}`;
    const success = `${server.url}/fr/success?instanceId=${order.instanceId}&orderId=${order.orderId}`;
    expect((await fetch(success)).status).toBe(403);
    for (const action of ["", "/resend", "/cancel", "/extend"]) {
      const answer = await fetch(path + action, { method: action ? "POST" : "GET" });
      expect([action, answer.status, (await answer.json()).reason]).toEqual([action, 403, "order-corrected"]);
    }
    const again = await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl));
    expect(again).toMatchObject({ status: 403, body: { reason: "order-corrected" } });
    expect(await listMails(server.sandboxUrl, to)).toHaveLength(1);
    expect(server.output()).not.toMatch(/@example\.test/);
  });
});

describe("a mail server in trouble", { timeout: 120_000 }, () => {
  it.each(["away", "silent", "busy"] as const)(
    "%s: orders continue, and their email arrives once it is back",
    async (mode) => {
      const instanceId = await openDraw();
      await setMailServer(server.sandboxUrl, mode);
      const orders = [await buy(instanceId), await buy(instanceId), await buy(instanceId)];
      expect(orders.map(({ order }) => order.status)).toEqual(["finalized", "finalized", "finalized"]);
      await setMailServer(server.sandboxUrl, "up");
      for (const { to } of orders) expect(await waitForMails(server.sandboxUrl, to)).toHaveLength(1);
    },
  );

  it("that accepts an email and loses its answer gets it again under the same Message-ID", async () => {
    await setMailServer(server.sandboxUrl, "cutting");
    const { to } = await buy(await openDraw());
    await waitForMails(server.sandboxUrl, to);
    await setMailServer(server.sandboxUrl, "up");
    const mails = await waitForMails(server.sandboxUrl, to, 2);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it("leaves no buyer's address in the log", async () => {
    await setMailServer(server.sandboxUrl, "refusing");
    await buy(await openDraw());
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain("was given up");
    expect(server.output()).not.toMatch(/@example\.test/);
  });
});

describe("a copy on request", () => {
  it("is refused for a moment after the receipt itself, and for unpaid orders", async () => {
    const instanceId = await openDraw();
    const { order } = await buy(instanceId);
    const resend = (of: OrderView) =>
      createBuyer(server).call("POST", `/api/orders/${of.instanceId}/${of.orderId}/resend`);
    expect(await resend(order)).toMatchObject({ status: 429, body: { reason: "resend-limit" } });
    const { order: held } = (await createBuyer(server).placeOrder({ instanceId })).body;
    expect(held.validationNumber).toBeNull();
    expect(await resend(held)).toMatchObject({ status: 409, body: { reason: "receipt-unavailable" } });
    const nowhere = { ...held, orderId: "0".repeat(26) };
    expect(await resend(nowhere)).toMatchObject({ status: 404, body: { reason: "order-not-found" } });
  });
});
