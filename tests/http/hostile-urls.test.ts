import { describe, expect, it } from "vitest";
import type { RawRequest } from "@/tests/support/calls/raw-request";
import type { Target } from "@/tests/support/calls/route-bodies";
import type { Expected } from "@/tests/support/hostile/hostile-calls";
import { findRow, findRows, hostileCallsForFile } from "@/tests/support/hostile/hostile-calls";

const calls = hostileCallsForFile();

const unreadable = ["%ff", "%", "%zz", "%c0%ae", "%e0%80", "a%ffb%00"];
const strange = [
  ...["%00", "%0d%0aSet-Cookie:a=b", "%F0%9F%8E%9F", "%E2%80%AEfirst-draw", "%22%3B", "..%2f..%2fhealth", "%2e%2e%2f"],
  ...["first-draw%00", "first-draw%20", "first-draw%0a", "FIRST-DRAW", "first-draw;a=b", "first-draw.json"],
  ...["'--", "$ne", "-1", "null", "undefined", "__proto__", "constructor", "[id]", "%5Bid%5D"],
  ..."aA".split("").map((letter) => letter.repeat(65)),
  "A".repeat(8000),
];
const unknownIds = [...unreadable, ...strange];

/** Answers `none` to unknown browsers, whatever the draw. */
const openPaymentRoute = "/api/draws/[id]/open-payment";

function notFoundReason(route: string): string {
  if (route === "/api/locales/[id]") return "not-found";
  return route.startsWith("/api/admin/drafts/") ? "draft-not-found" : "draw-not-found";
}

describe("an address of the API", () => {
  it.each(findRows(({ route }) => route.includes("[id]") && route !== openPaymentRoute))(
    "of %s without a valid draw id is not found",
    async (_name, row) => {
      const reason = notFoundReason(row.route);
      const cases = unknownIds.map((drawId): [string, RawRequest, Expected] => [
        drawId.slice(0, 40),
        calls.callOf(row, { ...calls.target(), drawId }),
        { reasons: [reason] },
      ]);
      expect(await calls.problemsOfAll(cases)).toEqual([]);
    },
  );

  it("tells nobody of an open payment, whatever draw it names", async () => {
    const row = findRow(openPaymentRoute);
    for (const drawId of unknownIds) {
      const { status, text } = await calls.send(calls.callOf(row, { ...calls.target(), drawId }));
      expect([drawId, status]).toEqual([drawId, status === 200 ? 200 : 404]);
      if (status === 200) expect(JSON.parse(text)).toMatchObject({ payment: null });
    }
  });

  it.each(findRows(({ route }) => route.includes("[orderId]")))(
    "of %s without a valid order id is not found",
    async (_name, row) => {
      const { drawId, orderId } = calls.target();
      const places: Target[] = [
        ...unknownIds.map((id) => ({ drawId: id, orderId })),
        ...unknownIds.map((id) => ({ drawId, orderId: id })),
        { drawId: "second-draw", orderId },
        { drawId, orderId: orderId.toLowerCase() },
        { drawId, orderId: `${orderId}0` },
        { drawId, orderId: `${orderId.slice(0, -1)}%00` },
        // Admins may also name an order by its code.
        ...(row.caller === "admin" ? [] : [{ drawId, orderId: calls.order().orderCode }]),
        { drawId, orderId: calls.order().orderCode.toLowerCase() },
        { drawId: "second-draw", orderId: calls.order().orderCode },
        { drawId: `${drawId}%2f${orderId}`, orderId: "cancel" },
      ];
      const cases = places.map((place): [string, RawRequest, Expected] => [
        `${place.drawId}/${place.orderId}`.slice(0, 60),
        calls.callOf(row, place),
        { reasons: ["order-not-found"] },
      ]);
      expect(await calls.problemsOfAll(cases)).toEqual([]);
    },
  );

  const named = [
    ["[deviceId]", "device-not-found"],
    ["[personId]", "person-not-found"],
    ["[name]", "not-found"],
    ["[number]", "invalid-input"],
  ] as const;

  it.each(
    named.flatMap(([part, reason]) =>
      findRows(({ route, caller }) => route.includes(part) && caller === "admin").map(
        ([name, row]) => [name, row, part, reason] as const,
      ),
    ),
  )("of %s without a valid id is not found", async (_name, row, part, reason) => {
    const cases = unknownIds.map((id): [string, RawRequest, Expected] => [
      id.slice(0, 40),
      { ...calls.callOf(row), path: row.route.replace(part, () => id) },
      { reasons: [reason] },
    ]);
    expect(await calls.problemsOfAll(cases)).toEqual([]);
  });

  it.each([
    ["GET /api/admin/devices", "parentId"],
    ["GET /api/admin/devices/history", "parentId"],
    ["GET /api/admin/history", "before"],
    ["GET /api/admin/history", "chain"],
    ["GET /api/admin/history/seal", "head"],
    ["GET /api/admin/orders/list", "instanceId"],
    ["GET /api/admin/orders/list", "cursor"],
    ["GET /api/admin/orders/list", "from"],
  ])("of %s with a %s that can't be stored is refused", async (name, parameter) => {
    const call = calls.callOf(findRow(name.replace("GET ", "")));
    const cases = ["%00", "a%00b", "a=1%3A0123456789abcdef%00", "9".repeat(5000)].map(
      (value): [string, RawRequest, Expected] => [
        value.slice(0, 20),
        { ...call, path: `${call.path}?${parameter}=${value}` },
        { reasons: ["invalid-input"], field: parameter },
      ],
    );
    expect(await calls.problemsOfAll(cases)).toEqual([]);
  });

  it.each([
    ...["/api", "/api?a=b", "/api/nothing", "/api/%00", "/api/%ff", "/api/%", "/api/..%2f..%2fetc/passwd"],
    ...["/api/[...path]", "/api/__proto__", "/api/Health", "/api/health%2f", "/api/health.json", "/api/health.rsc"],
    ...["http://evil.example/api/health", "*"],
  ])("%s that doesn't exist is answered in the form of the others", async (path) => {
    const cases = ["GET", "POST"].map((method): [string, RawRequest, Expected] => [
      method,
      { method, path },
      { reasons: method === "GET" ? ["not-found"] : ["not-found", "method-not-allowed"] },
    ]);
    expect(await calls.problemsOfAll(cases)).toEqual([]);
  });

  it.each(["%ff=%", "__proto__=1", "a=%00", "a=b&".repeat(2000)])("may have any query: %s", async (query) => {
    const answer = await calls.send({ method: "GET", path: `/api/health?${query}` });
    expect(answer).toMatchObject({ status: 200, text: '{"alive":true}' });
  });
});

calls.testsOfNoEffect();
