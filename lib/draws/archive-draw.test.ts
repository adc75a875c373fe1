import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { toGrants } from "@/lib/people/rules.roles";
import { pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { archiveDraw, unarchiveDraw } from "./archive-draw";
import { closeDraw } from "./close-draw";
import { listDrawHistory } from "./list-draw-history";
import { listAdminDraws } from "./read-admin-draw";
import { reopenDraw } from "./reopen-draw";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const start = new Date("2026-11-20T18:00:00Z");

function importDefinition(id: string, changes: Record<string, unknown> = {}) {
  return importTestDraw(test.admin, drawAt(start, { id, urlSlug: id, ...changes }));
}

async function readStates(ctx: Context, drawId: string) {
  const result = await listAdminDraws(ctx);
  if (!result.ok) throw new Error(result.reason);
  const draw = result.draws.find(({ id }) => id === drawId);
  return draw && [draw.isOver, draw.isArchived];
}

const notOver = { ok: false, reason: "draw-not-over" };

describe("archiving", () => {
  it("takes a closed draw that never sold off the list and back, with an entry for each change alone", async () => {
    await importDefinition("unsold");
    expect(await archiveDraw(test.admin, "unsold")).toEqual(notOver);
    await closeDraw(test.admin, "unsold");
    for (const act of [archiveDraw, archiveDraw]) expect(await act(test.admin, "unsold")).toEqual({ ok: true });
    expect(await readStates(test.admin, "unsold")).toEqual([true, true]);
    for (const act of [unarchiveDraw, unarchiveDraw]) expect(await act(test.admin, "unsold")).toEqual({ ok: true });
    expect(await readStates(test.admin, "unsold")).toEqual([true, false]);
    const listed = await listDrawHistory(test.admin, "unsold");
    const actions = listed.ok ? listed.entries.map(({ action }) => action) : [];
    expect(actions.filter((action) => /archived$/.test(action))).toEqual(["draw-archived", "draw-unarchived"]);
  });

  it("needs a winner once tickets are sold; an early bird's isn't enough", async () => {
    await importDefinition("sold");
    await pay(test.ctx, await place(test, "sold"));
    await closeDraw(test.admin, "sold");
    test.clock.advance(60_000);
    const drawnAt = test.clock.now().toISOString();
    const win = (prizeType: string) => ({ winners: [{ poolId: "main", prizeType, number: 1, drawnAt }] });
    expect(await archiveDraw(test.admin, "sold")).toEqual(notOver);
    await importDefinition("sold", win("Early Bird"));
    expect(await archiveDraw(test.admin, "sold")).toEqual(notOver);
    await importDefinition("sold", win("Grand Prize"));
    expect(await archiveDraw(test.admin, "sold")).toEqual({ ok: true });
  });

  it("ends by itself once the draw is on sale again", async () => {
    await importDefinition("again");
    await closeDraw(test.admin, "again");
    await archiveDraw(test.admin, "again");
    await reopenDraw(test.admin, "again");
    expect(await readStates(test.admin, "again")).toEqual([false, false]);
  });

  it("is for an admin of the draw alone", async () => {
    await importDefinition("scoped", { parentId: "hawks" });
    await closeDraw(test.admin, "scoped");
    const as = (role: "admin" | "auditor", parentId: string): Context => ({
      ...test.ctx,
      actor: { kind: "admin", name: "person:x", grants: toGrants([{ role, scope: { kind: "parent", parentId } }]) },
    });
    for (const act of [archiveDraw, unarchiveDraw]) {
      expect(await act(as("admin", "owls"), "scoped")).toEqual({ ok: false, reason: "draw-not-found" });
      expect(await act(as("auditor", "hawks"), "scoped")).toMatchObject({ reason: "admin-right-missing" });
    }
    expect(await readStates(test.admin, "scoped")).toEqual([true, false]);
    expect(await archiveDraw(as("admin", "hawks"), "scoped")).toEqual({ ok: true });
  });
});
