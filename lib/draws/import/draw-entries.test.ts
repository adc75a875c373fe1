import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { closeDraw } from "@/lib/draws/close-draw";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { reopenDraw } from "@/lib/draws/reopen-draw";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { importDraw } from "./import-draw";

let test: TestContext;
let robin: Context;

beforeAll(async () => {
  test = await openTestContext();
  robin = { ...test.ctx, actor: { kind: "admin", name: "Robin", grants: "all" } };
});
afterAll(() => test.close());

function definition(id: string, overrides: Record<string, unknown> = {}) {
  return drawAt(test.clock.now(), { id, urlSlug: id, ...overrides });
}

async function listActions(drawId: string) {
  const listed = await listDrawHistory(test.admin, drawId);
  if (!listed.ok) throw new Error(listed.reason);
  return listed.entries.map(({ action, actor, operator, detail }) => [action, actor, operator, detail]);
}

describe("audit entries of a draw", () => {
  it("are written when it is imported, changed, closed and opened, with the admin's claimed name", async () => {
    await importTestDraw(robin, definition("entries"));
    test.clock.advance(1000);
    const { apiKeys: _left, ...changed } = definition("entries", { title: "Otherwise", license: "RAF0000001" });
    await importTestDraw(test.admin, changed);
    test.clock.advance(1000);
    await closeDraw(robin, "entries");
    test.clock.advance(1000);
    await reopenDraw(robin, "entries");
    expect(await listActions("entries")).toEqual([
      ["draw-imported", "admin", "Robin", { revision: 1 }],
      ["credentials-changed", "admin", "Robin", { merchant: "300200578" }],
      ["draw-redefined", "admin", null, { revision: 2, fields: "endDate, license, startDate, title" }],
      ["draw-closed", "admin", "Robin", {}],
      ["draw-opened", "admin", "Robin", {}],
    ]);
  });

  it("contain no secret", async () => {
    await importTestDraw(test.admin, definition("secret"));
    const { apiKeys } = definition("secret") as { apiKeys: { bambora: Record<string, string> } };
    const written = JSON.stringify(await listActions("secret"));
    for (const [name, value] of Object.entries(apiKeys.bambora)) {
      if (name !== "merchantId") expect(written).not.toContain(value);
    }
  });

  it("aren't written if nothing changed: a refused import, a draw that was already open or doesn't exist", async () => {
    await importTestDraw(test.admin, definition("once"));
    const before = await listActions("once");
    expect(await importDraw(robin, definition("once", { startDate: "never" }))).toMatchObject({ ok: false });
    expect(await reopenDraw(robin, "once")).toEqual({ ok: true });
    expect(await listActions("once")).toEqual(before);
    for (const act of [reopenDraw, closeDraw, listDrawHistory]) {
      expect(await act(robin, "nowhere")).toEqual({ ok: false, reason: "draw-not-found" });
      expect(await act(test.ctx, "once")).toEqual({ ok: false, reason: "admin-key-wrong" });
    }
  });

  it("are written for each of two simultaneous imports", async () => {
    await Promise.all([1, 2].map(() => importTestDraw(robin, definition("twice"))));
    const revisions = (await listActions("twice")).flatMap(([action, , , detail]) => {
      return action === "credentials-changed" ? [] : [`${action} ${(detail as { revision: number }).revision}`];
    });
    expect(revisions.sort()).toEqual(["draw-imported 1", "draw-redefined 2"]);
  });
});
