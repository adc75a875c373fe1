import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { closeDraw } from "./close-draw";
import { importDraw } from "./import/import-draw";
import { reopenDraw } from "./reopen-draw";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const source: Context["ipLocation"] = { locate: async () => ({ kind: "unknown" }) };

/** A draw with both location checks, but no keys: a live server accepts no test account. */
function drawWithChecks(id: string, changes: object = {}) {
  const draw = drawAt(test.clock.now(), { id, urlSlug: id, checkoutAccess: {}, ...changes }) as Record<string, unknown>;
  return { ...draw, apiKeys: {} };
}

function as(mode: Context["mode"], ipLocation: Context["ipLocation"] = null): Context {
  return { ...test.admin, mode, ipLocation };
}

describe("a draw whose sales an admin closed", () => {
  it("is reopened until its own dates close them, and not later", async () => {
    const draw = drawAt(test.clock.now(), { id: "closed", urlSlug: "closed" });
    await importDraw(test.admin, draw);
    const untilClose = Date.parse(draw.endDate as string) - test.clock.now().getTime();
    const close = () => closeDraw(test.admin, "closed");
    const at = (ms: number): Context => ({ ...test.admin, now: () => new Date(test.clock.now().getTime() + ms) });
    await close();
    expect(await reopenDraw(at(untilClose - 1), "closed")).toEqual({ ok: true });
    await close();
    expect(await reopenDraw(at(untilClose), "closed")).toEqual({ ok: false, reason: "draw-closed" });
  });
});

describe("a draw that requires an IP check", () => {
  it("can't be opened by an import on a live server without a source", async () => {
    expect(await importDraw(as("live"), drawWithChecks("live-none"))).toEqual({
      ok: false,
      reason: "ip-source-required",
    });
    expect(await importDraw(as("live", source), drawWithChecks("live-source"))).toMatchObject({ ok: true });
    expect(await importDraw(as("test"), drawWithChecks("test-none"))).toMatchObject({ ok: true });
  });

  it("can be prepared there before it is approved, or without the check", async () => {
    const pending = { state: { approval_state: "Pending" } };
    expect(await importDraw(as("live"), drawWithChecks("live-pending", pending))).toMatchObject({ ok: true });
    const position = { checkoutAccess: { requireIPCheck: false } };
    expect(await importDraw(as("live"), drawWithChecks("live-position", position))).toMatchObject({ ok: true });
  });

  it("can't be reopened there after a close", async () => {
    await importDraw(as("live", source), drawWithChecks("live-closed"));
    expect(await closeDraw(as("live"), "live-closed")).toMatchObject({ ok: true });
    expect(await reopenDraw(as("live"), "live-closed")).toEqual({ ok: false, reason: "ip-source-required" });
    expect(await reopenDraw(as("live", source), "live-closed")).toEqual({ ok: true });
  });
});
