import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { demoAccount, otherAccount } from "@/sandbox/accounts";
import { expectLogs, readStatus, reconcileAfter } from "@/tests/support/core/attempts";
import { asTestDevice } from "@/tests/support/core/cash";
import { createPayment, getOutcome, openDraw } from "@/tests/support/core/orders";
import { buyerAt, placeAs } from "@/tests/support/core/payers";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { approve, createCapture } from "@/tests/support/core/test-gateway";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { payOrder } from "./pay-order";
import { createAccountKey, outageRules, trialRules } from "./rules.pauses";
import { insertAttempt } from "./store";

const second = 1000;
const { minimumUnanswered, sampleSize, minimumAgeSeconds, windowSeconds } = outageRules;
const guard = "(not outage.is_out or coalesce(outage.trial_s, 0) <= 0)";

let test: TestContext;
let drawId: string;
/** With `captures`, the gateway takes the money but doesn't answer. */
let gateway: "answers" | "fails" | "hangs" | "captures";

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(async ({ task }) => {
  const terminal = { allowAnonymousCash: true, allowRefund: true };
  drawId = await openDraw(test, `out-${task.id.replaceAll("_", "-")}`.toLowerCase(), { terminal });
  expectLogs();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await queryRows(test.ctx.db, sql`delete from payment_tries`);
  test.gateway.charges.length = 0;
  gateway = "answers";
  test.gateway.answer = async (request) => {
    if (gateway === "answers") return approve(request);
    if (gateway === "captures") test.gateway.ledger.push(createCapture(request));
    if (gateway === "hangs") await new Promise(() => undefined);
    return { kind: "unknown", code: null };
  };
});
afterAll(() => test.close());

async function buy(from: Context = buyerAt(test, null), of = drawId): Promise<string> {
  const order = await placeAs(from, of);
  const atTerminal = from.actor.kind === "device" ? { atTerminal: true as const } : {};
  test.clock.advance(1);
  const answer = await payOrder(from, { ...createPayment(order), ...atTerminal });
  if (answer.ok || answer.reason !== "bank-not-answering") return getOutcome(answer);
  expect(await readStatus(test, order)).toBe("reserved");
  return `wait ${answer.retryAfterSeconds}`;
}

async function buyTimes(times: number, from?: Context): Promise<string[]> {
  const outcomes: string[] = [];
  for (let index = 0; index < times; index += 1) outcomes.push(await buy(from));
  return outcomes;
}

/** Ends with an unanswered trial. */
async function fallOut(how: "fails" | "captures" = "fails"): Promise<void> {
  gateway = how;
  expect(new Set(await buyTimes(minimumUnanswered + 1))).toEqual(new Set(["payment-unknown"]));
  test.gateway.charges.length = 0;
}

async function hang(times: number): Promise<void> {
  gateway = "hangs";
  const { charges } = test.gateway;
  for (let all = charges.length + times; charges.length < all; ) {
    const next = charges.length + 1;
    void buy();
    await vi.waitFor(() => expect(charges).toHaveLength(next), { timeout: 5000, interval: 2 });
  }
}

describe("while most charges of an account get no answer", () => {
  it("only one at a time is opened, and the others keep their tickets and are told when to retry", async () => {
    await fallOut();
    expect(await buyTimes(3)).toEqual(["wait 15", "wait 15", "wait 15"]);
    expect(test.gateway.charges).toHaveLength(0);
    test.clock.advance((trialRules.pauseSeconds - 5) * second);
    expect(await buy()).toBe("wait 5");
    test.clock.advance(5 * second);
    expect(await buyTimes(2)).toEqual(["payment-unknown", "wait 15"]);
  });

  it("all are opened if nothing checks whether it is out", async () => {
    await fallOut();
    const { ctx, found } = withoutGuard(test.ctx, guard);
    const buyers = { ...test, ctx };
    for (let index = 0; index < 3; index += 1) expect(await buy(buyerAt(buyers, null))).toBe("payment-unknown");
    expect(found()).toBe(3);
  });

  it("a trial that is answered lets everyone pay at once", async () => {
    await fallOut();
    test.clock.advance(trialRules.pauseSeconds * second);
    gateway = "answers";
    expect(new Set(await buyTimes(5))).toEqual(new Set(["paid"]));
  });

  it("a trial in progress keeps the others waiting for as long as the gateway may take", async () => {
    await fallOut();
    test.clock.advance(trialRules.pauseSeconds * second);
    await hang(1);
    test.clock.advance(4 * second);
    expect(await buy()).toBe("wait 16");
    test.clock.advance(16 * second);
    gateway = "answers";
    expect(await buy()).toBe("paid");
  });

  it("a capture found by lookup doesn't end it: the charge itself wasn't answered", async () => {
    await fallOut("captures");
    expect(await reconcileAfter(test, 3 * second)).toBeGreaterThan(minimumUnanswered);
    expect(await buy()).toMatch(/^wait/);
  });

  it("a tablet is told too, and sells for cash", async () => {
    await fallOut();
    const tablet = await registerDevice(test, { deviceId: "gate-1" });
    expect(await buy(tablet)).toMatch(/^wait/);
    const order = await placeAs(tablet, drawId);
    expect(await settleCash(asTestDevice(test), order)).toMatchObject({ ok: true });
  });

  it("other draws on the account wait too, those on other accounts don't", async () => {
    await fallOut();
    expect(await buy(undefined, await openDraw(test, "same-account"))).toMatch(/^wait/);
    const { merchantId, passcodes } = otherAccount;
    const bambora = { merchantId, passcode: passcodes.payments, reportingPasscode: passcodes.reporting };
    gateway = "answers";
    expect(await buy(undefined, await openDraw(test, "other-account", { apiKeys: { bambora } }))).toBe("paid");
  });

  it("it is detected before anything is answered, if charges take longer than they should", async () => {
    await hang(minimumUnanswered);
    expect(test.gateway.charges).toHaveLength(minimumUnanswered);
    test.clock.advance(minimumAgeSeconds * second);
    await hang(1);
    expect(await buy()).toBe("wait 20");
  });

  it("it ends if nobody has tried for a long time", async () => {
    await fallOut();
    test.clock.advance(windowSeconds * second + 1);
    expect(await buyTimes(2)).toEqual(["payment-unknown", "payment-unknown"]);
  });
});

describe("an account is not out", () => {
  it("for a few charges without an answer", async () => {
    gateway = "fails";
    await buyTimes(minimumUnanswered - 1);
    gateway = "answers";
    expect(new Set(await buyTimes(3))).toEqual(new Set(["paid"]));
  });

  it("while as many are answered", async () => {
    for (let index = 0; index < sampleSize; index += 1) {
      gateway = index % 2 === 0 ? "answers" : "fails";
      expect(await buy()).toBe(index % 2 === 0 ? "paid" : "payment-unknown");
    }
    expect(await buyTimes(2)).toEqual(["payment-unknown", "payment-unknown"]);
  });

  it("for many slow ones: charges in progress don't count for a while", async () => {
    await hang(sampleSize);
    gateway = "answers";
    expect(await buy()).toBe("paid");
  });

  it("for many whose process died, so that nobody received their answers", async () => {
    await hang(sampleSize);
    gateway = "answers";
    expect(await buy()).toBe("paid");
    test.clock.advance(minimumAgeSeconds * second);
    expect(new Set(await buyTimes(2))).toEqual(new Set(["paid"]));
    test.clock.advance(minimumAgeSeconds * second);
    expect(await reconcileAfter(test, second)).toBeGreaterThanOrEqual(sampleSize);
    expect(new Set(await buyTimes(2))).toEqual(new Set(["paid"]));
  });

  it("for declined cards", async () => {
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
    expect(new Set(await buyTimes(sampleSize))).toEqual(new Set(["declined"]));
  });
});

async function open(db: Database): Promise<boolean> {
  const order = await placeAs(buyerAt(test, null), drawId);
  const now = test.ctx.now();
  const attempt = { drawId, orderId: order.orderId, tokenHash: order.orderId, openedBy: order.orderId, buyer: null };
  const expected = { amountCents: 1000, maximumCents: 1000, revision: 1, replacesBuyer: false };
  const account = createAccountKey(test.ctx.sealer, demoAccount.merchantId);
  const payer = { network: null, wideNetwork: null, client: null, deviceId: null, account, merchant: account };
  const actor = { kind: "buyer", deviceId: null, operator: null } as const;
  const rest = {
    provider: "bambora" as const,
    method: "token" as const,
    now,
    deadlineAt: now,
    maxAttempts: 10,
    payer,
    hasWaited: true,
    actor,
  };
  return (await insertAttempt(db, { ...attempt, ...expected, ...rest })).attempt !== null;
}

async function comeBeside(): Promise<string> {
  await fallOut();
  test.clock.advance(trialRules.pauseSeconds * second);
  let beside = Promise.resolve("");
  await test.ctx.db.transaction(async (tx) => {
    expect(await open(tx)).toBe(true);
    beside = open(test.ctx.db).then(String, (error) => findBrokenConstraint(error) ?? String(error));
    // Long enough for the statement to finish, or to wait for this transaction.
    await wait(300);
  });
  return beside;
}

describe.runIf(onPostgres)("of many simultaneous payments", () => {
  it("one is the trial", async () => {
    await fallOut();
    test.clock.advance(trialRules.pauseSeconds * second);
    await Promise.all(Array.from({ length: 24 }, () => buy()));
    expect(test.gateway.charges).toHaveLength(1);
  });

  it("one that arrives while the trial is being written isn't another trial; without its number it is", async () => {
    expect(await comeBeside()).toBe("payment_tries_trial");
    await test.ctx.db.execute(sql`delete from payment_tries`);
    await test.ctx.db.execute(sql`drop index payment_tries_trial`);
    expect(await comeBeside()).toBe("true");
  });
});
