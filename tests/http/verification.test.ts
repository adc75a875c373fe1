import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import { walletToken } from "@/tests/support/calls/apple-pay";
import { adminCall, cards, createBuyer, importDraw, ledger } from "@/tests/support/calls/buyer";
import type { Verifier } from "@/tests/support/calls/verifier";
import {
  listPayments,
  openVerifier,
  signIn,
  verificationNumber,
  verifierWith,
  waitUntilBack,
  waitUntilPaid,
} from "@/tests/support/calls/verifier";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import {
  allTransactions,
  armFault,
  clearFaults,
  pendingFaults,
  trustTestWallet,
} from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
let verifier: Verifier;

beforeAll(async () => {
  server = await startServer();
  await trustTestWallet(server.sandboxUrl);
  verifier = await openVerifier(server);
});

afterAll(() => server.stop());

async function openDraw(at = server): Promise<string> {
  const draw = drawWith();
  await importDraw(at, draw);
  return draw.id;
}

async function violationsOf(at: Server, drawId: string): Promise<unknown[]> {
  const path = `/api/admin/invariants?instanceId=${drawId}`;
  return (await adminCall<InvariantReport>(at, "GET", path)).body.violations;
}

async function paymentOf(drawId: string) {
  return (await listPayments(verifier, drawId))[0];
}

async function givenBackFor(sandboxUrl: string, orderNumber: string) {
  const all = await allTransactions(sandboxUrl);
  const number = orderNumber.slice("AP".length);
  return all.filter((one) => one.orderNumber.startsWith(`RF${number}`) && one.approved);
}

const tenTimes = <Result>(work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 10 }, (_none, at) => work(at)));

type Work = { work: () => Promise<unknown>; over: () => Promise<unknown> };

/** Counts the calls that reach the gateway. The sandbox refuses all but one. */
async function countAsked(at: Server, point: "payments" | "void", { work, over }: Work): Promise<number> {
  await armFault(at.sandboxUrl, { at: point, kind: "delay", delayMs: 200, times: 10 });
  await tenTimes(work);
  await over();
  const pending = await pendingFaults(at.sandboxUrl);
  await clearFaults(at.sandboxUrl);
  return 10 - pending;
}

/** Ten numbers pay with one token at once, then ten clicks refund. */
async function timesAsked(at: Server, by: Verifier): Promise<{ charges: number; refunds: number }> {
  const drawId = await openDraw(at);
  const token = walletToken({ amountCents: 100 });
  const charges = await countAsked(at, "payments", {
    work: () => by.pay(drawId, verificationNumber(), { token }),
    over: () => waitUntilPaid(by, drawId),
  });
  const paid = await waitUntilPaid(by, drawId);
  const refunds = await countAsked(at, "void", {
    work: () => by.refund(drawId, paid),
    over: () => waitUntilBack(by, drawId),
  });
  return { charges, refunds };
}

describe("the session", () => {
  it("is a short-lived cookie that scripts and other pages can't use, and the key appears in no answer", async () => {
    const opened = await signIn(server, server.adminKey);
    const [cookie = ""] = opened.headers.getSetCookie();
    expect(cookie).toMatch(/^tirage-verification=\d{13}\.[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Strict$/);
    expect(cookie + JSON.stringify(opened.body)).not.toContain(server.adminKey);
    expect(opened.headers.get("cache-control")).toContain("no-store");
  });

  it.each([
    ["none", ""],
    ["a made-up one", `tirage-verification=9999999999999.${"A".repeat(43)}`],
    ["one that is over", `tirage-verification=1000000000000.${"A".repeat(43)}`],
    ["no proof", "tirage-verification=9999999999999."],
  ])("is required: with %s nothing is shown, paid or refunded", async (_what, cookie) => {
    const stranger = verifierWith(server, cookie);
    const drawId = await openDraw();
    const answers = [
      await stranger.view(),
      await stranger.checks(drawId),
      await stranger.pay(drawId, verificationNumber()),
      await stranger.refund(drawId, "AP-mabc1234"),
    ];
    const refused = { status: 401, body: { reason: "verification-session-required" } };
    for (const answer of answers) expect(answer).toMatchObject(refused);
    expect((await violationsOf(server, drawId)).length).toBe(0);
  });

  it("whose end was changed is refused, and so is one from another page", async () => {
    const [ends = "", proof] = verifier.cookie.split("=")[1]?.split(".") ?? [];
    const later = verifierWith(server, `tirage-verification=${Number(ends) + 1000}.${proof}`);
    expect((await later.view()).status).toBe(401);
    const path = "/api/verification/session/end";
    const foreign = { cookie: verifier.cookie, origin: "https://evil.example" };
    for (const headers of [foreign, { cookie: verifier.cookie }]) {
      const answer = await createBuyer(server).call("POST", path, {}, headers);
      expect(answer).toMatchObject({ status: 403, body: { reason: "foreign-origin" } });
    }
  });

  it("ends on request, also where it was copied to; whoever has none ends nothing", async () => {
    const headers = { cookie: verifier.cookie, "sec-fetch-site": "same-origin" };
    const stranger = { cookie: `tirage-verification=9999999999999.${"A".repeat(43)}`, "sec-fetch-site": "same-origin" };
    await createBuyer(server).call("POST", "/api/verification/session/end", {}, stranger);
    expect((await verifier.view()).status).toBe(200);
    const ended = await createBuyer(server).call("POST", "/api/verification/session/end", {}, headers);
    expect(ended.headers.getSetCookie()[0]).toMatch(/^tirage-verification=; Path=\/; Max-Age=0/);
    expect((await verifier.view()).status).toBe(401);
    verifier = await openVerifier(server);
  });

  it("is refused for a wrong key, counted together with the commands, and still opened by the right one", async () => {
    const other = await startServer();
    const wrong = [];
    for (let at = 0; at < 11; at += 1) wrong.push((await signIn(other, `wrong-key-${at}`, "")).body.reason);
    expect(wrong).toEqual([...Array(10).fill("admin-key-wrong"), "too-many-tries"]);
    const refused = { status: 429, body: { reason: "too-many-tries" } };
    expect(await adminCall({ ...other, adminKey: "guessed" }, "GET", "/api/admin/draws")).toMatchObject(refused);
    expect(await signIn(other, other.adminKey, "")).toMatchObject({ status: 200 });
    expect(await adminCall(other, "GET", "/api/admin/draws")).toMatchObject({ status: 200 });
    // The line is logged once a minute, so a slow run has two.
    const warnings = other.output().match(/A wrong admin key was sent, the last from [0-9.]+\/24/g) ?? [];
    expect(warnings.length).toBeGreaterThanOrEqual(1);
    expect(warnings.length).toBeLessThan(wrong.length);
    await other.stop();
  });

  it("doesn't exist, nor does anything behind it, if verification is off", async () => {
    const off = await startServer({ env: { VERIFICATION: "off" } });
    const drawId = await openDraw(off);
    const blind = verifierWith(off, verifier.cookie);
    const answers = [
      await signIn(off, off.adminKey),
      await blind.view(),
      await blind.checks(drawId),
      await blind.pay(drawId, verificationNumber()),
      await blind.refund(drawId, "AP-mabc1234"),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { reason: "not-found" } });
    for (const path of ["/hashtest", "/fr/hashtest"]) expect((await fetch(off.url + path)).status).toBe(404);
    expect(await allTransactions(off.sandboxUrl)).toEqual([]);
    await off.stop();
  });
});

describe("the page", () => {
  it.each(["/hashtest", "/fr/hashtest"])("%s is never cached or indexed", async (path) => {
    const answer = await fetch(server.url + path);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, expect.stringContaining("no-store")]);
    expect(await answer.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });
});

describe("a payment that verifies", () => {
  it("is charged once and refunded once, however often it is clicked, and everything agrees", async () => {
    const drawId = await openDraw();
    const number = verificationNumber();
    const token = walletToken({ amountCents: 100 });
    const paid = await tenTimes(() => verifier.pay(drawId, number, { token }));
    expect(paid.filter(({ status }) => status === 200 || status === 202).length).toBe(10);
    expect((await ledger(server.sandboxUrl, number)).totals.capturedCents).toBe(100);
    expect(await paymentOf(drawId)).toMatchObject({ orderNumber: number, amount: 1, state: "approved", refund: null });
    expect(await violationsOf(server, drawId)).toEqual([]);

    const back = await tenTimes(() => verifier.refund(drawId, number));
    expect(back.filter(({ status }) => status === 200 || status === 202).length).toBe(10);
    await waitUntilBack(verifier, drawId);
    expect((await givenBackFor(server.sandboxUrl, number)).length).toBe(1);
    expect(await paymentOf(drawId)).toMatchObject({ state: "approved", refund: { state: "done" } });
    expect(await violationsOf(server, drawId)).toEqual([]);
    const day = new Date().toLocaleDateString("en-CA", { timeZone: "America/Toronto" });
    const closed = await adminCall<{ differences: unknown[] }>(server, "GET", `/api/admin/reconcile?day=${day}`);
    expect(closed.body.differences).toEqual([]);
  });

  it("is charged once for one token under ten numbers, and its refund is requested once for ten clicks", async () => {
    expect(await timesAsked(server, verifier)).toEqual({ charges: 1, refunds: 1 });
  });

  it("is looked up if its answer is lost, then refunded", async () => {
    const drawId = await openDraw();
    const number = verificationNumber();
    await armFault(server.sandboxUrl, {
      at: "payments",
      kind: "drop",
      moment: "after",
      match: { orderNumber: number },
    });
    expect(await verifier.pay(drawId, number)).toMatchObject({ status: 202, body: { reason: "payment-unknown" } });
    expect(await verifier.refund(drawId, number)).toMatchObject({ status: 409, body: { reason: "order-not-paid" } });
    expect(await waitUntilPaid(verifier, drawId)).toBe(number);
    expect([200, 202]).toContain((await verifier.refund(drawId, number)).status);
    await waitUntilBack(verifier, drawId);
    expect((await givenBackFor(server.sandboxUrl, number)).length).toBe(1);
    expect(await violationsOf(server, drawId)).toEqual([]);
  });

  it("whose refund's answer is lost is looked up, and not refunded again", async () => {
    const drawId = await openDraw();
    const number = verificationNumber();
    await verifier.pay(drawId, number);
    await armFault(server.sandboxUrl, { at: "void", kind: "drop", moment: "after" });
    expect(await verifier.refund(drawId, number)).toMatchObject({
      status: 202,
      body: { payment: { refund: { state: "under-way" } } },
    });
    await verifier.refund(drawId, number);
    await waitUntilBack(verifier, drawId);
    expect((await givenBackFor(server.sandboxUrl, number)).length).toBe(1);
    expect(await violationsOf(server, drawId)).toEqual([]);
  });

  it("that is declined, of another amount, or for no draw is refused", async () => {
    const drawId = await openDraw();
    const declined = walletToken({ card: cards.declined, amountCents: 100 });
    const answers = [
      await verifier.pay(drawId, verificationNumber(), { token: declined }),
      await verifier.pay(drawId, verificationNumber(), { amount: 2 }),
      await verifier.pay("no-such-draw", verificationNumber()),
      await verifier.pay(drawId, "AP-short"),
      await verifier.refund(drawId, "AP-mabc1234"),
    ];
    expect(answers.map(({ body }) => body.reason)).toEqual([
      "declined",
      "amount-mismatch",
      "draw-not-found",
      "invalid-input",
      "not-found",
    ]);
    expect(await violationsOf(server, drawId)).toEqual([]);
  });
});

describe.runIf(isFullRun)("without its guards", () => {
  it("a token is charged more than once, and a refund of one payment requested more than once", async () => {
    const bare = await startServerWithout(sabotage.verificationOnce);
    await trustTestWallet(bare.sandboxUrl);
    const { charges, refunds } = await timesAsked(bare, await openVerifier(bare));
    expect(charges).toBeGreaterThan(1);
    expect(refunds).toBeGreaterThan(1);
    await bare.stop();
  });
});
