import { describe, expect, it } from "vitest";

import { apiRoutes, findRoutes, toPath } from "@/tests/support/calls/api-routes";
import { findLeaks, findRefusalProblems, readReason } from "@/tests/support/calls/check-refusal";
import type { RawRequest } from "@/tests/support/calls/raw-request";
import { sendBytes } from "@/tests/support/calls/raw-request";
import type { Json } from "@/tests/support/hostile/hostile-bodies";
import { hostileBodies } from "@/tests/support/hostile/hostile-bodies";
import type { Expected } from "@/tests/support/hostile/hostile-calls";
import { findRow, findRows, hostileCallsForFile } from "@/tests/support/hostile/hostile-calls";

const calls = hostileCallsForFile();

describe("the table of routes", () => {
  it("knows every route of the API", () => {
    const rows = apiRoutes.map(({ method, route }) => `${method} ${route}`);
    expect([...new Set(findRoutes())].sort()).toEqual(rows.sort());
    const paths = apiRoutes.map((row) => toPath(row, { drawId: "draw", orderId: "order" }));
    expect(paths.filter((path) => path.includes("["))).toEqual([]);
  });

  it("would notice a wrong route", () => {
    const headers = { "content-type": "application/json", "cache-control": "no-store", "x-request-id": "1" };
    const body = { statusCode: 422, statusMessage: "A sentence.", reason: "invalid-input", requestId: "1" };
    const fields = [{ field: "a", problem: "required" }];
    const wrong = (status: number, changed: object, text = JSON.stringify({ ...body, fields, ...changed })) =>
      findRefusalProblems({ status, headers, text });
    expect(wrong(422, {})).toEqual([]);
    expect(wrong(500, { statusCode: 500, reason: "internal-error" })).toContain("status 500");
    expect(wrong(200, {}, "{}")).toEqual(["status 200 is no refusal"]);
    expect(wrong(404, {}, "<html>").join()).toContain("no JSON");
    expect(wrong(405, {}, "").join()).toContain("no JSON");
    expect(wrong(422, { reason: "other" }).join()).toContain("not on the list");
    expect(wrong(409, { statusCode: 409 }).join()).toContain("with status 409");
    expect(wrong(422, { requestId: "2" }).join()).toContain("requestId");
    expect(wrong(422, { fields: [] }).join()).toContain("fields");
    expect(wrong(422, { statusMessage: "Failed query: select id from orders" }).join()).toContain("leaks");
    expect(findLeaks("Error: x\n    at f (/srv/a.js:1:2)")).not.toEqual([]);
  });
});

describe("a body", () => {
  it.each(findRows((row) => row.body !== undefined))("of %s that has the wrong form is refused", async (_name, row) => {
    const isValid = (body: unknown) => row.takesEmpty && body === "{}";
    const bodies = hostileBodies((row.body?.(calls.target()) ?? {}) as Json).filter(({ body }) => !isValid(body));
    expect(bodies.length).toBeGreaterThan(50);
    const valid = calls.callOf(row);
    const cases = bodies.map(({ name, body, headers, chunked, reasons, field }): [string, RawRequest, Expected] => {
      const sent = { ...valid, body, headers: { ...valid.headers, ...headers }, ...(chunked ? { chunked } : {}) };
      return [name, sent, { reasons, field }];
    });
    expect(await calls.problemsOfAll(cases)).toEqual([]);
  });

  it.each(findRows((row) => row.method === "POST" && !row.body && row.caller !== "anyone"))(
    "of %s, which reads none, is refused unless it is empty",
    async (_name, row) => {
      const call = calls.callOf(row);
      const sent = (body: string) => ({
        ...call,
        body,
        headers: { ...call.headers, "content-type": "application/json" },
      });
      const expected = { reasons: ["invalid-input"], field: "email" };
      expect(await calls.checkRefusal("email", sent('{"email":"marie@example.test"}'), expected)).toEqual([]);
      expect(await calls.checkRefusal("list", sent("[]"), { reasons: ["invalid-input"] })).toEqual([]);
      expect(await calls.checkRefusal("text", sent("email"), { reasons: ["malformed-json"] })).toEqual([]);
    },
  );

  it("that is an empty object is as good as none where none is read", async () => {
    const call = calls.callOf(findRow("/api/orders/[instanceId]/[orderId]/resend"));
    const answers = [undefined, "", " ", "{}"].map((body) => calls.send(body === undefined ? call : { ...call, body }));
    const reasons = (await Promise.all(answers)).map(readReason);
    expect(reasons).toEqual(Array(4).fill("receipt-unavailable"));
  });

  it("with thousands of errors is answered with a few", async () => {
    const names = Array.from({ length: 5000 }, (_none, at) => [`unknown${at}`, 0]);
    const body = JSON.stringify(Object.fromEntries(names));
    const answer = await calls.send({ ...calls.callOf(findRow("/api/orders")), body });
    expect(findRefusalProblems(answer)).toEqual([]);
    expect(answer.text.length).toBeLessThan(10_000);
  });

  it.each([
    "Content-Length: 100\r\n\r\n{",
    "Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    "Content-Length: -1\r\n\r\n{}",
  ])("that is truncated, or ends in two places, is the caller's error: %j", async (tail) => {
    const head =
      "POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: 0123456789abcdef\r\n";
    expect(await sendBytes(calls.server().url, head + tail)).not.toMatch(/^HTTP\/1\.1 [25]/);
  });

  it("may be marked as UTF-8, as the standard allows", async () => {
    const body = `\ufeff${JSON.stringify({ instanceId: "first-draw" })}`;
    const headers = { "content-type": 'Application/JSON ; charset="UTF-8"' };
    expect(await calls.send({ method: "POST", path: "/api/getInstance", headers, body })).toMatchObject({
      status: 200,
    });
  });
});

describe("a method", () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "PURGE", "LOCK"];
  const routes = [...new Set(apiRoutes.map(({ route }) => route))];

  it.each(routes)("that %s doesn't support is refused, listing those it does", async (route) => {
    const routeMethods = apiRoutes.filter((row) => row.route === route).map(({ method }) => String(method));
    const path = toPath({ route }, calls.target());
    for (const method of methods.filter((one) => !routeMethods.includes(one))) {
      const answer = await calls.send({ method, path });
      expect([method, findRefusalProblems(answer)]).toEqual([method, []]);
      const isUnknownRoute = route.includes("[[") && ["PUT", "PATCH", "DELETE"].includes(method);
      expect([method, answer.status]).toEqual([method, isUnknownRoute ? 404 : 405]);
      if (answer.status === 405)
        expect(answer.headers.allow?.split(", ")).toEqual(expect.arrayContaining(routeMethods));
    }
    expect((await calls.send({ method: "HEAD", path })).status).toBeLessThan(500);
    expect(await calls.send({ method: "OPTIONS", path })).toMatchObject({ status: 204, text: "" });
  });

  it("is not overridden by a header", async () => {
    const headers = { "x-http-method-override": "POST", "x-http-method": "POST", "x-method-override": "POST" };
    const request = { method: "GET", path: "/api/orders", headers };
    expect(await calls.checkRefusal("override", request, { reasons: ["method-not-allowed"] })).toEqual([]);
  });

  it.each(["/first-draw", "/", "/success", "/order/a/b", "/fr/first-draw", "/apiary"])(
    "that writes is refused by the page %s",
    async (path) => {
      const headers = { "next-action": "0".repeat(40), "content-type": "text/plain;charset=UTF-8" };
      const cases = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].map(
        (method): [string, RawRequest, Expected] => [
          method,
          { method, path, headers, body: "[]" },
          { reasons: ["method-not-allowed"] },
        ],
      );
      expect(await calls.problemsOfAll(cases)).toEqual([]);
    },
  );
});

calls.testsOfNoEffect();
