import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { importDraw } from "@/lib/draws/import/import-draw";
import { readDrawRecord } from "@/lib/draws/store";
import { toGrants } from "@/lib/people/rules.roles";
import { overlapTransactions } from "@/tests/support/core/hold-commit";
import { pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { draftKeys, filledIn as readyContent } from "@/tests/support/draws/draft";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";

import { changeCredentials } from "./change-credentials";
import { createDraft } from "./create-draft";
import { discardDraft, publishDraft } from "./publish-draft";
import type { DraftView } from "./rules.views";
import { saveDraft } from "./save-draft";
import type { DraftContent } from "./schema";
import { deleteDraft, updateDraft } from "./store";
import { listAdminDrafts, viewDraft } from "./view-draft";

const start = new Date("2026-11-20T18:00:00Z");

let test: TestContext;
let jo: Context;
let max: Context;

function asAdmin(id: string, parentId: string, isFresh = true): Context {
  const grants = toGrants([{ role: "admin", scope: { kind: "parent", parentId } }]);
  const person = { id, sessionId: `S-${id}`, isFresh };
  return { ...test.ctx, actor: { kind: "admin", name: `person:${id}`, grants, person } };
}

beforeEach(async () => {
  test = await openTestContext(start);
  jo = asAdmin("jo", "arena");
  max = asAdmin("max", "arena");
});
afterEach(() => test.close());

const newDraw = { drawId: "spring", parentId: "arena", title: "Spring", type: "5050 Cash", province: "ON" } as const;

const filledIn: DraftContent = {
  ...readyContent,
  checkoutAccess: { requireGPSCheck: true, requireIPCheck: false },
};

async function view(ctx: Context, drawId = "spring"): Promise<DraftView> {
  const result = await viewDraft(ctx, drawId);
  if (!result.ok) throw new Error(result.reason);
  return result.view;
}

async function fill(ctx: Context, changes: DraftContent = {}): Promise<DraftView> {
  expect(await createDraft(ctx, newDraw)).toEqual({ ok: true, drawId: "spring" });
  const { content, revision } = await view(ctx);
  expect(await saveDraft(ctx, "spring", { revision, content: { ...content, ...filledIn, ...changes } })).toEqual({
    ok: true,
  });
  expect(await changeCredentials(ctx, "spring", { bambora: draftKeys })).toEqual({ ok: true });
  return view(ctx);
}

const blocking = ({ checks }: DraftView) => checks.filter(({ level }) => level === "blocks").map(({ id }) => id);

describe("a new draw", () => {
  it("says what it lacks, and goes on sale once nothing is missing, with its credentials", async () => {
    expect(await createDraft(jo, newDraw)).toEqual({ ok: true, drawId: "spring" });
    const empty = await view(jo);
    expect(blocking(empty)).toEqual([
      ...["incomplete", "incomplete", "organization-missing", "rules-missing", "licence-missing"],
      "credentials-missing",
    ]);
    expect(empty.checks.filter(({ id }) => id === "incomplete")).toMatchObject([
      { step: "dates", values: { count: 2 } },
      { step: "tickets", field: "ticketPriceInfo", values: { count: 1 } },
    ]);
    expect(empty.content.prizes).toEqual({
      "Grand Prize": [{ description: { en: "Half of the pot", fr: "La moitié de la cagnotte" } }],
    });
    expect(await publishDraft(jo, "spring", { revision: empty.revision })).toMatchObject({
      reason: "draft-incomplete",
    });
    const { content } = empty;
    await saveDraft(jo, "spring", { revision: 1, content: { ...content, ...filledIn, license: "", rules: "" } });
    expect(blocking(await view(jo))).toEqual(["rules-missing", "licence-missing", "credentials-missing"]);
    await saveDraft(jo, "spring", { revision: 2, content: { ...content, ...filledIn } });
    expect(await changeCredentials(jo, "spring", { bambora: draftKeys })).toEqual({ ok: true });
    const ready = await view(jo);
    expect(blocking(ready)).toEqual([]);
    expect(await publishDraft(jo, "spring", { revision: ready.revision })).toEqual({ ok: true });
    const stored = await readDrawRecord(test.ctx.db, "spring");
    expect(stored?.draw).toMatchObject({
      parentId: "arena",
      state: { approval_state: "Approved" },
      startDate: "2026-11-21T09:00:00-05:00",
      minimumAge: 18,
    });
    expect(await readCredentials(test.ctx, "spring")).toMatchObject({ merchantId: draftKeys.merchantId });
    expect(await viewDraft(jo, "spring")).toEqual({ ok: false, reason: "draft-not-found" });
  });

  it("needs a fresh passkey to go on sale, and for its credentials", async () => {
    const { revision } = await fill(jo);
    const stale = asAdmin("jo", "arena", false);
    expect(await publishDraft(stale, "spring", { revision })).toMatchObject({ reason: "passkey-required" });
    expect(await changeCredentials(stale, "spring", { bambora: draftKeys })).toMatchObject({
      reason: "passkey-required",
    });
  });

  it("takes no id that a draw, another draft or the product has, in whichever scope", async () => {
    await importTestDraw(test.admin, drawAt(start, { id: "stored", parentId: "elsewhere" }));
    await createDraft(asAdmin("eve", "elsewhere"), { ...newDraw, drawId: "begun", parentId: "elsewhere" });
    for (const [drawId, problem] of [
      ["stored", "duplicate"],
      ["begun", "duplicate"],
      ["console", "reserved"],
    ]) {
      const refusal = { ok: false, reason: "invalid-input", fields: [{ field: "drawId", problem }] };
      expect(await createDraft(jo, { ...newDraw, drawId })).toEqual(refusal);
    }
    expect(await createDraft(jo, { ...newDraw, parentId: "elsewhere" })).toMatchObject({
      reason: "admin-right-missing",
    });
  });

  it("keeps no credentials once it is discarded", async () => {
    const { revision } = await fill(jo);
    expect(await discardDraft(jo, "spring", { revision })).toEqual({ ok: true });
    expect(await readCredentials(test.ctx, "spring")).toBeNull();
    expect(await listAdminDrafts(jo)).toEqual({ ok: true, drafts: [] });
  });

  it("keeps times on the clock when its zone changes", async () => {
    const { content, revision } = await fill(jo);
    await saveDraft(jo, "spring", { revision, content: { ...content, timeZone: "America/Winnipeg" } });
    expect((await view(jo)).content).toMatchObject({ startDate: "2026-11-21T09:00:00-06:00" });
  });
});

describe("two people who edit", () => {
  it("notice each other: whoever saves second is refused, and loses nothing of the first", async () => {
    const { content, revision } = await fill(jo);
    expect(await saveDraft(max, "spring", { revision, content: { ...content, name: "Max" } })).toEqual({ ok: true });
    const second = await saveDraft(jo, "spring", { revision, content: { ...content, name: "Jo" } });
    expect(second).toMatchObject({ reason: "draw-edited" });
    expect(await view(jo)).toMatchObject({ content: { name: "Max" }, savedBy: "person:max" });
    expect(await publishDraft(jo, "spring", { revision })).toMatchObject({ reason: "draw-edited" });
  });

  it("a save whose answer was lost is no conflict with itself", async () => {
    const { content, revision } = await fill(jo);
    const save = () => saveDraft(jo, "spring", { revision, content: { ...content, name: "Jo" } });
    expect([await save(), await save()]).toEqual([{ ok: true }, { ok: true }]);
    expect((await view(jo)).revision).toBe(revision + 1);
  });
});

describe("changes of a stored draw", () => {
  const define = (changes: Record<string, unknown> = {}) =>
    drawAt(start, { id: "rink", urlSlug: "rink", parentId: "arena", rules: "Rules.", maxTickets: 500, ...changes });

  it("keep what isn't set up, and only what was changed differs", async () => {
    await importTestDraw(test.admin, define({ userIDs: ["u1"], version: 7 }));
    const before = await readDrawRecord(test.ctx.db, "rink");
    await createDraft(jo, { drawId: "rink" });
    const { content, revision } = await view(jo, "rink");
    await saveDraft(jo, "rink", { revision, content: { ...content, description: "For the rink." } });
    expect(await publishDraft(jo, "rink", { revision: revision + 1 })).toEqual({ ok: true });
    const after = await readDrawRecord(test.ctx.db, "rink");
    expect(after?.draw).toEqual({ ...before?.draw, version: 8, description: "For the rink." });
  });

  it("correct a draw that lacks what opening needs, since it is on sale already", async () => {
    const lacking = define({ license: "", rules: "" });
    await importTestDraw(test.admin, lacking);
    await createDraft(jo, { drawId: "rink" });
    expect(await view(jo, "rink")).toMatchObject({ isNew: false, opensSales: false });
    const { checks, revision } = await view(jo, "rink");
    expect(checks.filter(({ level }) => level === "blocks")).toEqual([]);
    expect(checks.map(({ id }) => id)).toContain("licence-missing");
    expect(await publishDraft(jo, "rink", { revision })).toEqual({ ok: true });
    await importTestDraw(test.admin, { ...lacking, version: 3, state: { approval_state: "Pending" } });
    await createDraft(jo, { drawId: "rink" });
    const opening = await view(jo, "rink");
    expect(opening).toMatchObject({ isNew: false, opensSales: true });
    expect(blocking(opening)).toContain("licence-missing");
  });

  it("say which fields sales have locked, and can't change them", async () => {
    await importTestDraw(test.admin, define());
    await pay(test.ctx, await place(test, "rink"));
    await createDraft(jo, { drawId: "rink" });
    const { content, revision, lockedFields } = await view(jo, "rink");
    expect(lockedFields).toContain("ticketPriceInfo");
    await saveDraft(jo, "rink", { revision, content: { ...content, maxTickets: 600 } });
    const changed = await view(jo, "rink");
    expect(changed.problems).toEqual([{ field: "maxTickets", problem: "locked" }]);
    expect(await publishDraft(jo, "rink", { revision: changed.revision })).toMatchObject({
      reason: "draft-incomplete",
    });
  });

  it("aren't applied over a definition that came meanwhile", async () => {
    await importTestDraw(test.admin, define());
    await createDraft(jo, { drawId: "rink" });
    const { content, revision } = await view(jo, "rink");
    await importTestDraw(test.admin, define({ version: 2, description: "Imported." }));
    await saveDraft(jo, "rink", { revision, content });
    const outdated = await view(jo, "rink");
    expect(outdated.isOutdated).toBe(true);
    expect(await publishDraft(jo, "rink", { revision: outdated.revision })).toMatchObject({ reason: "draw-edited" });
    expect((await readDrawRecord(test.ctx.db, "rink"))?.draw.description).toBe("Imported.");
  });
});

describe("another scope", () => {
  it("sees no draft, and can do nothing with it", async () => {
    const { content, revision } = await fill(jo);
    const eve = asAdmin("eve", "elsewhere");
    const missing = { ok: false, reason: "draft-not-found" };
    expect(await viewDraft(eve, "spring")).toEqual(missing);
    expect(await saveDraft(eve, "spring", { revision, content })).toEqual(missing);
    expect(await publishDraft(eve, "spring", { revision })).toEqual(missing);
    expect(await discardDraft(eve, "spring", { revision })).toEqual(missing);
    expect(await changeCredentials(eve, "spring", { bambora: draftKeys })).toEqual({
      ok: false,
      reason: "draw-not-found",
    });
    expect(await listAdminDrafts(eve)).toEqual({ ok: true, drafts: [] });
    expect(await listAdminDrafts(jo)).toMatchObject({ drafts: [{ drawId: "spring", isNew: true }] });
  });

  it("can't take a merchant account of another parent, which an admin of everything can", async () => {
    await fill(jo);
    const eve = asAdmin("eve", "elsewhere");
    await createDraft(eve, { ...newDraw, drawId: "other", parentId: "elsewhere" });
    expect(await changeCredentials(eve, "other", { bambora: draftKeys })).toMatchObject({
      reason: "admin-right-missing",
    });
    expect(await changeCredentials(test.admin, "other", { bambora: draftKeys })).toEqual({ ok: true });
  });

  const importAsEve = (ctx: Context, changes = {}) =>
    importDraw({ ...asAdmin("eve", "elsewhere"), db: ctx.db }, { ...taken, ...changes });
  const taken = drawAt(start, { id: "spring", urlSlug: "spring", parentId: "elsewhere", apiKeys: {} });

  it("gets no credentials of a draft by importing a draw with its id", async () => {
    await fill(jo);
    expect(await importAsEve(test.ctx)).toMatchObject({ ok: true, created: true });
    expect(await readCredentials(test.ctx, "spring")).toBeNull();
    expect(await changeCredentials(jo, "spring", { bambora: draftKeys })).toEqual({
      ok: false,
      reason: "draw-not-found",
    });
  });

  it("is neither saved nor ended by who read another organizer's draft of its id", async () => {
    const { content, revision } = await fill(jo);
    const other = { drawId: "spring", parentId: "elsewhere", revision };
    const save = { ...other, content, savedAt: test.clock.now(), savedBy: null };
    expect([await updateDraft(test.ctx.db, save), await deleteDraft(test.ctx.db, other)]).toEqual([false, false]);
    expect(await deleteDraft(test.ctx.db, { ...other, parentId: newDraw.parentId })).toBe(true);
  });

  it("tells nothing of a draw that took a draft's id", async () => {
    await fill(jo);
    await importAsEve(test.ctx, { apiKeys: { bambora: draftKeys } });
    const outdated = await view(jo);
    expect(outdated).toMatchObject({ isNew: true, isOutdated: true, hasCredentials: false, lockedFields: [] });
    expect(await publishDraft(jo, "spring", { revision: outdated.revision })).toMatchObject({ ok: false });
  });

  it("negative control: if credentials of a draft stayed, the draw would sell with them", async () => {
    await fill(jo);
    await test.ctx.db.execute(
      "create function stay() returns trigger language plpgsql as $$ begin return null; end $$",
    );
    await test.ctx.db.execute("create trigger stay before delete on draw_secrets for each row execute function stay()");
    expect(await importAsEve(test.ctx)).toMatchObject({ ok: true, created: true });
    expect(await readCredentials(test.ctx, "spring")).toMatchObject({ merchantId: draftKeys.merchantId });
  });

  // Calls on a single connection never race.
  describe.runIf(onPostgres)("at the same time as the draft's credentials are stored", () => {
    const storeBoth = async (isImportFirst: boolean, weaken = (ctx: Context) => ctx) => {
      await createDraft(jo, newDraw);
      const calls = [
        (ctx: Context): Promise<{ ok: boolean }> =>
          changeCredentials({ ...jo, db: ctx.db }, "spring", { bambora: draftKeys }),
        (ctx: Context): Promise<{ ok: boolean }> => importAsEve(ctx),
      ] as const;
      const [first, second] = isImportFirst ? ([calls[1], calls[0]] as const) : calls;
      const outcomes = await overlapTransactions(weaken(test.ctx), first, second);
      return { areDone: outcomes.map(({ ok }) => ok), credentials: await readCredentials(test.ctx, "spring") };
    };

    it("gets none by an import that comes first", async () => {
      expect(await storeBoth(true)).toEqual({ areDone: [true, false], credentials: null });
    });

    it("gets none by an import that comes second", async () => {
      expect(await storeBoth(false)).toEqual({ areDone: [true, true], credentials: null });
    });

    it("gets no draw by an import that ends after another's", async () => {
      const own = { ...taken, parentId: "arena", apiKeys: { bambora: draftKeys } };
      const outcomes = await overlapTransactions<{ ok: boolean }>(
        test.ctx,
        (ctx) => importDraw({ ...jo, db: ctx.db }, own),
        (ctx) => importAsEve(ctx),
      );
      const fields = [{ field: "id", problem: "duplicate" }];
      expect(outcomes).toMatchObject([{ ok: true }, { ok: false, reason: "invalid-input", fields }]);
      expect((await readDrawRecord(test.ctx.db, "spring"))?.draw.parentId).toBe("arena");
    });

    it.each([true, false])("negative control: without the lock of the id, it gets them (%s)", async (isImportFirst) => {
      const lock = "pg_advisory_xact_lock(hashtext('new-draw'), hashtext(";
      const weak = (ctx: Context) => withoutGuard(ctx, lock, "concat(0, hashtext(").ctx;
      expect((await storeBoth(isImportFirst, weak)).credentials).toMatchObject({ merchantId: draftKeys.merchantId });
    });
  });
});
