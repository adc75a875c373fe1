import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import type { TestFeed } from "@/tests/support/core/test-feed";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { recheckDraw } from "./recheck-draw";
import { refreshDraw } from "./refresh-draw";

let test: TestContext;
let feed: TestFeed;
let admin: Context;

const heading = (text: string) => ({ data: { checkout: { heading: text } } });
const readDraw = async () => (await readDrawRecord(test.ctx.db, "test-draw"))?.draw;

function publish(license: string) {
  feed.answers.set("test-draw", { kind: "found", body: drawAt(test.clock.now(), { license }), tag: `"${license}"` });
}

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  test = await openTestContext();
  feed = createTestFeed();
  admin = { ...test.admin, feed };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
});

describe("an admin who refreshes a draw", () => {
  it("gets a draw that was unknown", async () => {
    publish("THEIRS");
    expect(await recheckDraw(admin, "test-draw")).toEqual({ ok: true });
    expect((await readDraw())?.license).toBe("THEIRS");
  });

  it("gets it as the platform has it even after a manual import, although nothing changed there", async () => {
    publish("THEIRS");
    await recheckDraw(admin, "test-draw");
    await importTestDraw(test.admin, drawAt(test.clock.now(), { license: "OURS" }));
    test.clock.advance(30_000);
    await refreshDraw({ ...test.ctx, feed }, "test-draw");
    expect((await readDraw())?.license).toBe("OURS");
    expect(await recheckDraw(admin, "test-draw")).toEqual({ ok: true });
    expect((await readDraw())?.license).toBe("THEIRS");
  });

  it("keeps its words if only they can't be fetched", async () => {
    feed.words.set("en", { kind: "found", body: heading("Theirs"), tag: null });
    publish("THEIRS");
    await recheckDraw(admin, "test-draw");
    feed.words.set("en", { kind: "unusable", problem: "away" });
    publish("OTHER");
    expect(await recheckDraw(admin, "test-draw")).toEqual({ ok: true });
    expect(await readDraw()).toMatchObject({
      license: "OTHER",
      locale: { useLocal: true, messages: { en: { "checkout.heading": "Theirs" } } },
    });
  });

  it("is told if the platform has no such draw or doesn't answer, and it keeps selling", async () => {
    publish("THEIRS");
    await recheckDraw(admin, "test-draw");
    feed.answers.clear();
    expect(await recheckDraw(admin, "test-draw")).toMatchObject({ reason: "draw-not-found" });
    feed.answers.set("test-draw", { kind: "unusable", problem: "slow" });
    expect(await recheckDraw(admin, "test-draw")).toMatchObject({ reason: "service-unavailable" });
    expect((await readDraw())?.license).toBe("THEIRS");
  });
});
