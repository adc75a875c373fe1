import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { RefusalReason } from "@/lib/platform/http/reasons";
import { refusalStatuses } from "@/lib/platform/http/reasons";
import { samples } from "@/tests/support/calls/api-routes";
import { whyUnexpected } from "@/tests/support/calls/check-answer";
import { refuseMethods } from "./refuse-methods";
import { listRefusals } from "./row";
import { routes } from "./table";

/** Handlers beside pages, and Apple's domain file, aren't in the table. */
const ofPages = /^(?:\[locale\]|\.well-known)\//;

const handlers = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)route\.tsx?$/.test(file) && !ofPages.test(file))
  .map((file) => ({
    path: `/${file.replace(/\/route\.tsx?$/, "").replace("%5F", "_")}`,
    text: readFileSync(join("app", file), "utf8"),
  }));

function listMethods(text: string): string[] {
  const own = [...text.matchAll(/^export (?:async )?(?:function|const) (GET|POST|PUT|PATCH|DELETE)\b/gm)];
  const renamed = [...text.matchAll(/\bas (GET|POST)\b/g)];
  return [...own, ...renamed].map(([, method = ""]) => method);
}

describe("the table of routes", () => {
  it("has a row for each method of each handler, and a handler for each row", () => {
    const calls = handlers.flatMap(({ path, text }) => listMethods(text).map((method) => `${method} ${path}`));
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(calls.sort());
  });

  it("gives each handler under /api the methods that it refuses", () => {
    const own = handlers.filter(({ path }) => path.startsWith("/api/") && !path.endsWith("/[[...path]]"));
    expect(own.length).toBeGreaterThan(60);
    const wrong = own.filter(({ path, text }) => {
      const [, refused = "", named] = /\{ ([A-Z, ]+) \} = refuseMethods\(\s*"(.*)",?\s*\)/.exec(text) ?? [];
      const all = [...listMethods(text), ...refused.split(", ")].sort();
      return named !== path || all.join() !== "DELETE,GET,OPTIONS,PATCH,POST,PUT";
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("says what an admin's key must allow, and of nobody else", () => {
    expect(routes.filter(({ caller, right }) => (caller === "admin") !== (right !== undefined))).toEqual([]);
  });

  it("names each reason that there is, but for a wrong method and for payments that are not over", () => {
    const reasons = new Set(routes.flatMap(listRefusals));
    const others = Object.keys(refusalStatuses).filter((reason) => !reasons.has(reason as RefusalReason));
    expect(others).toEqual(["method-not-allowed", "payment-in-progress", "payment-unknown"]);
  });

  it("has a valid call of each row with a schema, which tests spoil", () => {
    const withSchema = routes.filter(({ input }) => input);
    expect(withSchema.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(samples).sort());
    const target = { drawId: "first-draw", orderId: "0".repeat(26) };
    const refused = withSchema.filter(({ method, path, input }) => {
      return !input?.safeParse(samples[`${method} ${path}`]?.body(target)).success;
    });
    expect(refused.map(({ path }) => path)).toEqual([]);
  });
});

it("another method is refused, and what is supported is listed", async () => {
  const { DELETE, OPTIONS } = refuseMethods("/api/terminal/orders");
  expect(DELETE().status).toBe(405);
  expect(OPTIONS().headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
});

it("a path without a row doesn't compile, nor does the refusal of a method that a row has", () => {
  // @ts-expect-error
  refuseMethods("/api/no-such-call");
  // @ts-expect-error
  expect(refuseMethods("/api/terminal/orders").GET().status).toBe(405);
});

it("an answer that a row doesn't name is noticed", () => {
  const open = "http://localhost/api/admin/draws/a/open?x=1";
  expect(whyUnexpected("POST", open, { status: 200 })).toBeNull();
  expect(whyUnexpected("POST", open, { status: 409, reason: "draw-drawn" })).toBeNull();
  expect(whyUnexpected("POST", open, { status: 405, reason: "method-not-allowed" })).toContain("method-not-allowed");
  expect(whyUnexpected("GET", open, { status: 405, reason: "method-not-allowed" })).toBeNull();
  expect(whyUnexpected("GET", open, { status: 200 })).toContain("200");
  expect(whyUnexpected("POST", open, { status: 201 })).toContain("201");
  expect(whyUnexpected("POST", open, { status: 409, reason: "sold-out" })).toContain("409 sold-out");
  expect(whyUnexpected("POST", open, { status: 404, reason: "draw-drawn" })).toContain("404 draw-drawn");
  expect(whyUnexpected("GET", "http://localhost/api/nothing/here", { status: 404, reason: "not-found" })).toBeNull();
  expect(whyUnexpected("GET", "http://localhost/first-draw", { status: 418 })).toBeNull();
});
