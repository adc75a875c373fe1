import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { apiRoutes } from "@/tests/support/calls/api-routes";
import { adminCall, createBuyer, freshIpAddress, importDraw } from "@/tests/support/calls/buyer";
import { findAnswerProblems, findLeaks } from "@/tests/support/calls/check-refusal";
import { openConsole } from "@/tests/support/calls/console-session";
import { registerDevice } from "@/tests/support/calls/device";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { applePaymentBody, fullDraw, orderBody, paymentBody } from "@/tests/support/calls/route-bodies";
import { drawWith } from "@/tests/support/draws/draw";
import type { Check } from "@/tests/support/hostile/attack";
import { attack, createRequests, expectRight, runs, seed } from "@/tests/support/hostile/attack";
import { fuzzPath } from "@/tests/support/hostile/fuzz-bodies";
import { findComplaints } from "@/tests/support/hostile/watched-server";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

// The test sends thousands of requests, on a shared machine.
vi.setConfig({ testTimeout: 120_000 + runs * 100 });

let server: Server;
let targets: { drawId: string; orderId: string }[];

beforeAll(async () => {
  server = await startServer();
  for (const id of ["first-draw", "second-draw"]) await importDraw(server, drawWith({ id }));
  await importDraw(server, fullDraw("full-draw"));
  const placed = await Promise.all(
    Array.from({ length: 12 }, () => createBuyer(server).placeOrder({ instanceId: "first-draw" })),
  );
  targets = placed.map(({ body }) => ({ drawId: "first-draw", orderId: body.order.orderId }));
});

afterAll(() => server.stop());

async function checkShown(text: string): Promise<string[]> {
  const { draw } = JSON.parse(text) as { draw: { id: string } };
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ instanceId: draw.id });
  const shown = await sendRaw(server.url, { method: "POST", path: "/api/getInstance", headers, body });
  const live = await sendRaw(server.url, { method: "GET", path: `/api/draws/${draw.id}/live` });
  return [...findAnswerProblems(shown), ...findAnswerProblems(live)].map((problem) => `shown: ${problem}`);
}

describe("hundreds of bodies, corrupted valid ones and nonsense,", () => {
  it("cover every route that reads one", () => {
    const routes = apiRoutes.filter((row) => row.body).map(({ route }) => route);
    expect(routes.sort()).toEqual([
      "/api/admin/devices",
      "/api/admin/devices/[deviceId]/settings",
      "/api/admin/drafts",
      "/api/admin/drafts/[id]",
      "/api/admin/drafts/[id]/discard",
      "/api/admin/drafts/[id]/publish",
      "/api/admin/draws",
      ...["", "/approve", "/withdraw"].map((step) => `/api/admin/draws/[id]/cancellation${step}`),
      ...["credentials", "free-holds", "teams", "zones"].map((part) => `/api/admin/draws/[id]/${part}`),
      "/api/admin/invitation",
      "/api/admin/invitation/options",
      "/api/admin/keys",
      "/api/admin/me/confirm",
      "/api/admin/me/passkeys",
      "/api/admin/orders/[instanceId]/[orderId]/correct",
      "/api/admin/orders/[instanceId]/[orderId]/match-receipt",
      "/api/admin/orders/[instanceId]/[orderId]/notes",
      "/api/admin/orders/[instanceId]/[orderId]/refund",
      "/api/admin/orders/[instanceId]/[orderId]/settle",
      "/api/admin/orders/export",
      "/api/admin/orders/search",
      "/api/admin/people/erase",
      "/api/admin/people/export",
      "/api/admin/persons",
      "/api/admin/persons/[personId]",
      "/api/admin/sign-in",
      "/api/admin/sign-in/demo",
      "/api/apple-pay/validate-merchant",
      "/api/bambora/onboardMerchant",
      "/api/bambora/processApplePayPayment",
      "/api/bambora/processPayment",
      "/api/bambora/tokenize",
      "/api/getInstance",
      "/api/orders",
      "/api/terminal/delete-allocation",
      "/api/terminal/orders",
      "/api/terminal/orders/[instanceId]/[orderId]/cash",
      "/api/terminal/orders/[instanceId]/[orderId]/refund",
      "/api/terminal/register-device",
      "/api/verification/session",
    ]);
  });

  it("are answered by getInstance", async () => {
    const requests = createRequests("/api/getInstance", [{ instanceId: "first-draw" }]);
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 422]);
  });

  it("are answered by orders", async () => {
    const valid = [
      orderBody("first-draw"),
      orderBody("full-draw", {
        lines: [{ poolId: "early", packageId: "pair", quantity: 2 }],
        bundles: [{ bundleId: "both", quantity: 1 }],
        teamId: "north",
        buyer: {
          name: "Zoë Ó Briain",
          email: "zoe@example.test",
          phone: "+1 416 555-0100",
          province: "ON",
          postalCode: "M5V 2T6",
          city: "Toronto",
        },
      }),
    ];
    const requests = createRequests("/api/orders", valid, (run) => ({
      "idempotency-key": `fuzz-${seed}-run-${run}-of-orders`,
    }));
    await expectRight(server.url, requests, findAnswerProblems, [201, 400, 422]);
  });

  it("are answered by processPayment", async () => {
    const nobody = { drawId: "first-draw", orderId: "0".repeat(26) };
    const valid = targets.flatMap((target) => [paymentBody(target), paymentBody(target, 4.99), paymentBody(nobody)]);
    const requests = createRequests("/api/bambora/processPayment", valid);
    await expectRight(server.url, requests, findAnswerProblems, [400, 402, 404, 409, 422]);
  });

  it("are answered by processApplePayPayment", async () => {
    const nobody = { drawId: "first-draw", orderId: "0".repeat(26) };
    const valid = [...targets, nobody].map((target) => applePaymentBody(target));
    const requests = createRequests("/api/bambora/processApplePayPayment", valid);
    await expectRight(server.url, requests, findAnswerProblems, [400, 402, 422]);
  });

  it.each([
    "/api/apple-pay/validate-merchant",
    "/api/bambora/tokenize",
    "/api/terminal/delete-allocation",
    "/api/terminal/register-device",
    "/api/verification/session",
  ])("are answered by %s", async (path) => {
    const row = apiRoutes.find(({ route }) => route === path);
    const valid = targets.map((target) => row?.body?.(target));
    await expectRight(server.url, createRequests(path, valid), findAnswerProblems, [400, 422]);
  });

  it.each([
    ["/api/admin/invitation", [400, 403, 422]],
    ["/api/admin/invitation/options", [400, 403, 422]],
    ["/api/admin/orders/search", [200, 400, 422]],
    ["/api/admin/persons", [201, 400, 422]],
    ["/api/admin/sign-in", [400, 401, 422]],
    ["/api/admin/sign-in/demo", [400, 404, 422]],
  ])("are answered by the console at %s", async (path, seen) => {
    const row = apiRoutes.find(({ route, body }) => route === path && body);
    const valid = targets.map((target) => row?.body?.(target));
    const requests = createRequests(path, valid, () => ({
      ...{ authorization: `Bearer ${server.adminKey}`, "sec-fetch-site": "same-origin" },
      // Wrong codes from one network are soon refused as too many.
      "x-forwarded-for": freshIpAddress(),
    }));
    await expectRight(server.url, requests, findAnswerProblems, seen);
  });

  it.each([
    ["/api/admin/me/confirm", 401],
    ["/api/admin/me/passkeys", 409],
  ])("are answered by %s of who is signed in", async (path, refused) => {
    const cookie = await openConsole(server);
    const row = apiRoutes.find(({ route, body }) => route === path && body);
    const valid = targets.map((target) => row?.body?.(target));
    const own = { cookie, "sec-fetch-site": "same-origin" };
    const requests = createRequests(path, valid, () => ({ ...own, "x-forwarded-for": freshIpAddress() }));
    await expectRight(server.url, requests, findAnswerProblems, [400, refused, 422]);
  });

  it("are answered by an export of orders", async () => {
    const valid = [{ state: "paid" }, { instanceId: "first-draw", locale: "fr", contacts: { reason: "refunds" } }];
    const key = { authorization: `Bearer ${server.adminKey}` };
    const requests = createRequests("/api/admin/orders/export", valid, () => key);
    const check: Check = (answer) =>
      answer.status === 200 && /^text\/csv\b/.test(String(answer.headers["content-type"]))
        ? []
        : findAnswerProblems(answer);
    await expectRight(server.url, requests, check, [200, 400, 422]);
  });

  it("are answered by the roles of a person", async () => {
    const roles = [{ role: "auditor", scope: { kind: "parent", parentId: "test-parent" } }];
    const person = { email: "fuzzed@example.test", name: "Fuzzed", locale: "en", roles };
    const { body } = await adminCall<{ personId: string }>(server, "POST", "/api/admin/persons", person);
    const other = [{ role: "Order Manager", scope: { kind: "draw", drawId: "first-draw" } }];
    const valid = [{ give: other }, { withdraw: other, endsAt: null }, { endsAt: "2030-01-01T00:00:00Z" }];
    const key = { authorization: `Bearer ${server.adminKey}` };
    const requests = createRequests(`/api/admin/persons/${body.personId}`, valid, () => key);
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 422]);
  });

  it("are answered by the teams of a draw", async () => {
    const north = { id: "north", name: "North", color: "#123456" };
    const valid = [1, 2].map((revision) => ({ revision, teams: [{ id: "teams", teams: [north] }] }));
    const requests = createRequests("/api/admin/draws/full-draw/teams", valid, () => ({
      authorization: `Bearer ${server.adminKey}`,
    }));
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 409, 422]);
  });

  it("are answered by drafts of draws", async () => {
    const begun = { drawId: "fuzzed", parentId: "fuzz", title: "Fuzzed", type: "5050 Cash", province: "ON" };
    expect((await adminCall(server, "POST", "/api/admin/drafts", begun)).status).toBe(201);
    const definition = drawWith({ id: "fuzzed" });
    const content = { title: definition.title, ticketPriceInfo: definition.ticketPriceInfo, rules: "Rules." };
    const saved = [1, 2, 3].map((revision) => ({ revision, content }));
    for (const [path, valid] of [
      ["/api/admin/drafts", [begun, { drawId: "next", copyOf: "first-draw" }, { drawId: "first-draw" }]],
      ["/api/admin/drafts/fuzzed", saved],
      ["/api/admin/drafts/fuzzed/publish", saved.map(({ revision }) => ({ revision }))],
      ["/api/admin/drafts/fuzzed/discard", [{ revision: 1 }]],
      ["/api/admin/draws/first-draw/credentials", [definition.apiKeys]],
      ["/api/admin/draws/first-draw/cancellation", [{ reason: "Called off." }]],
      ["/api/admin/draws/first-draw/cancellation/approve", [{ proposal: 1 }]],
      [`/api/admin/orders/first-draw/${targets[0]?.orderId}/match-receipt`, [{ number: "00000-00000-00000-00000" }]],
    ] as const) {
      const requests = createRequests(path, [...valid], () => ({ authorization: `Bearer ${server.adminKey}` }));
      await expectRight(server.url, requests, findAnswerProblems, [200, 201, 400, 403, 404, 409, 422]);
    }
  });

  it("are answered by the notes of an order", async () => {
    const path = `/api/admin/orders/first-draw/${targets[0]?.orderId}/notes`;
    const valid = [{ text: "Called back." }, { text: "Rappelée.\n2 billets 🎟️" }];
    const requests = createRequests(path, valid, () => ({ authorization: `Bearer ${server.adminKey}` }));
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 422]);
  });

  it("are answered by the devices of an admin", async () => {
    const path = "/api/admin/devices";
    const valid = [{ parentId: "test-parent", locationId: "gate-3", name: "Gate 3" }];
    const requests = createRequests(path, valid, () => ({ authorization: `Bearer ${server.adminKey}` }));
    await expectRight(server.url, requests, findAnswerProblems, [201, 400, 422]);
  });

  it("are answered by the keys of an admin", async () => {
    const path = "/api/admin/keys";
    // A name can be used once, so each body needs its own.
    const valid = Array.from({ length: 40 }, (_none, at) => ({
      name: `fuzzed-${at}`,
      rights: ["draws", "reports"],
      days: 30,
    }));
    const requests = createRequests(path, valid, () => ({ authorization: `Bearer ${server.adminKey}` }));
    await expectRight(server.url, requests, findAnswerProblems, [201, 400, 422]);
  });

  it.each(["erase", "export"])("are answered by %s of a person", async (action) => {
    const path = `/api/admin/people/${action}`;
    const person = { email: "nobody@example.test" };
    const valid = action === "erase" ? [person, { ...person, dryRun: true }] : [person];
    const requests = createRequests(path, valid, () => ({ authorization: `Bearer ${server.adminKey}` }));
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 422]);
  });

  it("are answered by onboardMerchant", async () => {
    const row = apiRoutes.find(({ route }) => route === "/api/bambora/onboardMerchant");
    const valid = targets.map((target) => row?.body?.(target));
    const requests = createRequests("/api/bambora/onboardMerchant", valid, () => ({
      authorization: `Bearer ${server.adminKey}`,
    }));
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 422]);
  });

  it.each([
    ["refund", [{ lines: [1] }, {}]],
    ["correct", [{ email: "nobody@example.test" }, { name: "Noé Roy", phone: "416 555-0100" }]],
  ])("are answered by %s of an order that doesn't exist", async (action, valid) => {
    const path = `/api/admin/orders/first-draw/${"0".repeat(26)}/${action}`;
    const requests = createRequests(path, valid, () => ({ authorization: `Bearer ${server.adminKey}` }));
    await expectRight(server.url, requests, findAnswerProblems, [400, 404, 422]);
  });

  it.each(["cash", "refund"])("are answered by %s of a terminal", async (action) => {
    const { cookie } = await registerDevice(server, { parentId: "test-parent" });
    const path = `/api/terminal/orders/first-draw/${"0".repeat(26)}/${action}`;
    const valid = action === "cash" ? [{ given: 20 }, { given: 5.25 }, {}] : [{ lines: [1] }, {}];
    const requests = createRequests(path, valid, () => ({ cookie, "sec-fetch-site": "same-origin" }));
    await expectRight(server.url, requests, findAnswerProblems, [400, 404, 422]);
  });

  it("are answered by a search of a terminal", async () => {
    const { cookie } = await registerDevice(server, { parentId: "test-parent" });
    const valid = ["rosalie@example.test", "416 555-0100", ""].map((q) => ({ instanceId: "first-draw", q }));
    const requests = createRequests("/api/terminal/orders", valid, () => ({ cookie, "sec-fetch-site": "same-origin" }));
    await expectRight(server.url, requests, findAnswerProblems, [200, 400, 404, 422]);
  });

  it("are answered by an admin's import, and whatever it accepts can be shown", async () => {
    const valid = [fullDraw("fuzzed-draw"), drawWith({ id: "second-draw" })];
    const requests = createRequests("/api/admin/draws", valid, () => ({ authorization: `Bearer ${server.adminKey}` }));
    const check: Check = async (answer) => {
      const problems = findAnswerProblems(answer);
      return answer.status < 300 ? [...problems, ...(await checkShown(answer.text))] : problems;
    };
    await expectRight(server.url, requests, check, [200, 400, 422]);
  });
});

describe("addresses that don't exist", () => {
  it("never cause a server error", async () => {
    const paths = fc.sample(fuzzPath, { seed, numRuns: Math.round(runs / 5) });
    const requests = paths.map((path, run) => ({ method: run % 4 === 0 ? "POST" : "GET", path }));
    const check: Check = ({ status, headers, text }) => {
      const isJson = String(headers["content-type"]).startsWith("application/json");
      const problems = findLeaks(text).map((leak) => `leaks ${leak}`);
      if (status >= 500) problems.push(`status ${status}`);
      return isJson ? [...problems, ...findAnswerProblems({ status, headers, text })] : problems;
    };
    await expectRight(server.url, requests, check, [404]);
  });
});

describe("the server afterwards", () => {
  it("is ready, sells, shows its draws, and has logged no error but an outage of the provider's lookups", async () => {
    expect(await sendRaw(server.url, { method: "GET", path: "/api/ready" })).toMatchObject({ status: 200 });
    const placed = await createBuyer(server).placeOrder({ instanceId: "first-draw" });
    expect(placed.status).toBe(201);
    for (const path of ["/", "/first-draw", "/full-draw", "/fr/fuzzed-draw"]) {
      expect([path, (await sendRaw(server.url, { method: "GET", path })).status < 500]).toEqual([path, true]);
    }
    expect(findComplaints(server.output())).toEqual([]);
  });

  it("would have been caught if it had failed", async () => {
    const failing: Check = ({ text }) => findAnswerProblems({ status: 500, headers: {}, text });
    const { findings } = await attack(server.url, [{ method: "GET", path: "/api/health" }], failing);
    expect(findings[0]?.problems).toContain("status 500");
    const start = { level: "info", message: "Ready" };
    const lookup = { level: "error", message: "A payment couldn't be looked up." };
    const outage = { ...lookup, detail: "Draw first-draw: no-answer." };
    const failures = [
      { level: "error", message: "A request failed." },
      { ...lookup, detail: "Draw first-draw: passcode-refused." },
    ].map((line) => JSON.stringify(line));
    const tryAt = (time: string) =>
      JSON.stringify({ level: "warn", message: "A wrong passkey was sent.", time: `2026-11-29T10:${time}.000Z` });
    failures.push(tryAt("00:30"), "TypeError: of a process that died");
    const expected = [start, outage].map((line) => JSON.stringify(line));
    const lines = [...expected, tryAt("00:00"), ...failures, tryAt("01:30")];
    expect(findComplaints(lines.join("\n"))).toEqual(failures);
  });
});
