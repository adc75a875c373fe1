import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { buyMailed, readOutbox } from "@/tests/support/core/mailed-order";
import { openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { deliverMail } from "./deliver-mail";
import { createMailServerState } from "./rules";

const minute = 60_000;
const day = 24 * 60 * minute;

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(async () => {
  await test.ctx.db.execute(sql`delete from outbox`);
  test.mail.mails = [];
  test.mail.answer = async () => ({ kind: "sent" });
});
afterAll(() => test.close());

async function expectLog(method: "error" | "warn", work: () => Promise<unknown>): Promise<string> {
  const spy = vi.spyOn(console, method).mockImplementation(() => undefined);
  await work();
  const written = spy.mock.calls.flat().join("\n");
  spy.mockRestore();
  return written;
}

describe("the receipt of a paid order", () => {
  it("is queued with the numbers and delivered once, to the buyer, in the order's language", async () => {
    const order = await buyMailed(test, "fr");
    expect(await readOutbox(test, order)).toEqual([{ kind: "receipt", state: "waiting", tries: 0 }]);
    await deliverMail(test.ctx);
    await deliverMail(test.ctx);
    expect(test.mail.mails).toHaveLength(1);
    const [mail] = test.mail.mails;
    expect(mail).toMatchObject({ to: "marie@example.com", language: "fr", replyTo: "support@example.test" });
    expect(mail?.subject).toContain(order.orderCode);
    for (const body of [mail?.html, mail?.text]) {
      expect(body).toContain(order.validationNumber);
      expect(body).toContain(`/fr/order/${order.instanceId}/${order.orderId}`);
    }
    expect(mail?.messageId).not.toContain(order.orderId);
    expect(await readOutbox(test, order)).toEqual([{ kind: "receipt", state: "sent", tries: 1 }]);
  });

  it("doesn't exist for an unpaid order", async () => {
    const drawId = await openDraw(test, "mail-unpaid");
    const order = await place(test, drawId);
    expect(await readOutbox(test, order)).toEqual([]);
    expect(order.validationNumber).toBeNull();
  });

  it("ends as undeliverable if the order has no address", async () => {
    const order = await buyMailed(test);
    await test.ctx.db.execute(sql`update orders set buyer = null where order_id = ${order.orderId}`);
    await deliverMail(test.ctx);
    expect(test.mail.mails).toEqual([]);
    expect(await readOutbox(test, order)).toMatchObject([{ state: "undeliverable" }]);
  });
});

describe("an email that isn't accepted", () => {
  it("waits while the server is down, holds up the others, and all are sent when it is back", async () => {
    const orders = [await buyMailed(test), await buyMailed(test), await buyMailed(test)];
    test.mail.answer = async () => ({ kind: "unreachable", cause: "ECONNREFUSED" });
    expect(await expectLog("warn", () => deliverMail(test.ctx))).not.toContain("marie");
    const tried = test.mail.mails.length;
    await deliverMail(test.ctx);
    expect(test.mail.mails).toHaveLength(tried);
    test.mail.answer = async () => ({ kind: "sent" });
    test.clock.advance(10_000);
    await deliverMail(test.ctx);
    for (const order of orders) expect(await readOutbox(test, order)).toMatchObject([{ state: "sent" }]);
  });

  it("waits with all others while the server is down, and is sent alone as a test when it may be back", async () => {
    const orders = [await buyMailed(test), await buyMailed(test), await buyMailed(test)];
    const mailServer = createMailServerState();
    test.mail.answer = async () => ({ kind: "unreachable", cause: "ECONNREFUSED" });
    const written = await expectLog("warn", () => deliverMail(test.ctx, mailServer));
    expect(written.match(/Mail waits/g)).toHaveLength(1);
    const late = await buyMailed(test);
    expect(await deliverMail(test.ctx, mailServer)).toBe(0);
    test.clock.advance(10_000);
    expect(await expectLog("warn", () => deliverMail(test.ctx, mailServer))).toContain("Mail waits");
    expect(test.mail.mails).toHaveLength(orders.length + 1);
    test.mail.answer = async () => ({ kind: "sent" });
    test.clock.advance(minute);
    await deliverMail(test.ctx, mailServer);
    for (const order of [...orders, late]) expect(await readOutbox(test, order)).toMatchObject([{ state: "sent" }]);
  });

  it("is retried with the same Message-ID if the answer was lost", async () => {
    const order = await buyMailed(test);
    test.mail.answer = async () => ({ kind: "unreachable", cause: "ECONNECTION" });
    await expectLog("warn", () => deliverMail(test.ctx));
    test.mail.answer = async () => ({ kind: "sent" });
    test.clock.advance(10_000);
    await deliverMail(test.ctx);
    const ids = test.mail.mails.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await readOutbox(test, order)).toMatchObject([{ state: "sent", tries: 2 }]);
  });

  it("is given up immediately if it is refused, and others are sent; no address is logged", async () => {
    const orders = [await buyMailed(test), await buyMailed(test)];
    const refused = orders[0]?.orderCode ?? "";
    test.mail.answer = async ({ subject }) =>
      subject.includes(refused) ? { kind: "refused", cause: "EENVELOPE RCPT TO 550" } : { kind: "sent" };
    const log = await expectLog("error", () => deliverMail(test.ctx));
    expect(log).toContain("given up");
    expect(log).not.toMatch(/marie|example\.com/);
    expect((await Promise.all(orders.map((order) => readOutbox(test, order)))).flat()).toMatchObject([
      { state: "failed" },
      { state: "sent" },
    ]);
  });

  it("is given up after being deferred for days", async () => {
    const order = await buyMailed(test);
    test.mail.answer = async () => ({ kind: "deferred", cause: "EMESSAGE DATA 451" });
    await expectLog("error", async () => {
      for (let tries = 0; tries < 20; tries += 1) {
        await deliverMail(test.ctx);
        test.clock.advance(day);
      }
    });
    expect(await readOutbox(test, order)).toMatchObject([{ state: "failed" }]);
    expect(test.mail.mails.length).toBeGreaterThan(4);
  });
});

describe("a process that dies", () => {
  it("leaves its email to others, who resend it under the same Message-ID after its lease, not before", async () => {
    const order = await buyMailed(test);
    test.mail.answer = () => Promise.reject(new Error("The process ends here."));
    const killed = { ...test.ctx, db: failingAfterSend() };
    await expectLog("error", () => deliverMail(killed).catch(() => undefined));
    test.mail.answer = async () => ({ kind: "sent" });
    await deliverMail(test.ctx);
    expect(test.mail.mails).toHaveLength(1);
    test.clock.advance(2 * minute);
    await deliverMail(test.ctx);
    expect(new Set(test.mail.mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(test.mail.mails).toHaveLength(2);
    expect(await readOutbox(test, order)).toMatchObject([{ state: "sent", tries: 2 }]);
  });
});

/** Delays claims after the first email was sent, then fails once to record the results. */
function failingToRecord(): TestContext["ctx"]["db"] {
  const dialect = new PgDialect();
  let isFailing = true;
  return new Proxy(test.ctx.db, {
    get: (target, name) => {
      const call = Reflect.get(target, name);
      if (name !== "execute") return typeof call === "function" ? call.bind(target) : call;
      return async (statement: SQL) => {
        const text = dialect.sqlToQuery(statement).sql;
        if (isFailing && text.includes("with result as")) {
          isFailing = false;
          throw new Error("The disk is full.");
        }
        if (test.mail.mails.length > 0 && text.includes("skip locked")) await test.ctx.wait(200);
        return call.call(target, statement);
      };
    },
  });
}

describe("a run whose results can't be written down at first", () => {
  it("leaves no email claimed: what it took is sent by the next run at once", async () => {
    const concurrency = test.mail.concurrency;
    test.mail.concurrency = 1;
    for (let mails = 0; mails < 9; mails += 1) await buyMailed(test);
    await expect(deliverMail({ ...test.ctx, db: failingToRecord() })).rejects.toThrow();
    // Emails that were being sent when the run ended have time to finish.
    await test.ctx.wait(500);
    await deliverMail(test.ctx);
    test.mail.concurrency = concurrency;
    expect(test.mail.mails).toHaveLength(9);
    expect(new Set(test.mail.mails.map(({ messageId }) => messageId)).size).toBe(9);
  });
});

/** Fails every write after the first email was accepted, as if the process had died. */
function failingAfterSend(): TestContext["ctx"]["db"] {
  return new Proxy(test.ctx.db, {
    get(target, name, receiver) {
      if (test.mail.mails.length > 0) throw new Error("The process has ended.");
      const value = Reflect.get(target, name, receiver);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
