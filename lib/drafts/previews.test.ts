import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { toLiveState } from "@/lib/draws/rules.projection";
import { readDrawRecord } from "@/lib/draws/store";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { setUpDraft } from "@/tests/support/core/drafts";
import { createBasket, freshKey, pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";

import { createDraft } from "./create-draft";
import { createPreview } from "./create-preview";
import { openPreview } from "./open-preview";
import { discardDraft, publishDraft } from "./publish-draft";
import { previewMs } from "./rules.preview";
import { saveDraft } from "./save-draft";
import { savePreview } from "./store";
import { viewDraft } from "./view-draft";

const start = new Date("2026-11-20T18:00:00Z");

let test: TestContext;
let jo: Context;

function asPerson(roles: readonly RoleGrant[]): Context {
  const person = { id: "jo", sessionId: "S-jo", isFresh: true };
  return { ...test.ctx, actor: { kind: "admin", name: "person:jo", grants: toGrants(roles), person } };
}

const asAdmin = (parentId: string) => asPerson([{ role: "admin", scope: { kind: "parent", parentId } }]);

beforeEach(async () => {
  test = await openTestContext(start);
  jo = asAdmin("arena");
});
afterEach(() => test.close());

async function linkTo(drawId = "spring"): Promise<{ drawId: string; code: string }> {
  const made = await createPreview(jo, drawId);
  if (!made.ok) throw new Error(made.reason);
  const [, id = "", , code = ""] = made.path.split("/");
  return { drawId: id, code };
}

async function open(link: { drawId: string; code: string }) {
  const opened = await openPreview(test.ctx, link);
  if (!opened.ok) throw new Error(opened.reason);
  return opened;
}

const missing = { ok: false, reason: "draft-not-found" };

describe("a preview", () => {
  it("shows the draft as it is now, to whoever has the link, at the moment when its sales open", async () => {
    const revision = await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    const link = await linkTo();
    expect(link.code).toMatch(/^[0-9A-Z]{26}$/);
    const { shown, endsAt } = await open(link);
    expect(endsAt).toEqual(new Date(start.getTime() + previewMs));
    expect(shown?.at).toEqual(new Date("2026-11-21T14:00:00Z"));
    expect(shown?.snapshot.draw.title).toEqual({ en: "Spring 50/50", fr: "50/50 du printemps" });
    if (shown) expect(toLiveState(shown.snapshot, { pools: new Map(), teams: [] }, shown.at).salesOpen).toBe(true);
    const found = await viewDraft(jo, "spring");
    if (!found.ok) throw new Error(found.reason);
    expect(found.view).toMatchObject({ previewEndsAt: endsAt.toISOString(), canTry: true });
    await saveDraft(jo, "spring", { revision, content: { ...found.view.content, title: "Renamed" } });
    expect((await open(link)).shown?.snapshot.draw.title).toBe("Renamed");
  });

  it("sells nothing, because there is no draw", async () => {
    await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    await linkTo();
    expect(await placeOrder(test.ctx, createBasket("spring", 1), freshKey())).toMatchObject({
      reason: "draw-not-found",
    });
    expect(await readDrawRecord(test.ctx.db, "spring")).toBeNull();
  });

  it("names the steps that lack something until the draft is a draw", async () => {
    const changes = { ticketPriceInfo: [], endDate: "" };
    await setUpDraft(jo, { drawId: "spring", parentId: "arena", changes, hasKeys: false });
    expect(await open(await linkTo())).toMatchObject({ shown: null, missing: ["dates"] });
  });

  it("keeps what the stored draw has sold", async () => {
    await importTestDraw(test.admin, drawAt(start, { id: "rink", urlSlug: "rink", parentId: "arena" }));
    await pay(test.ctx, await place(test, "rink", 3));
    await createDraft(jo, { drawId: "rink" });
    const { shown } = await open(await linkTo("rink"));
    expect(shown?.snapshot.mainPool).toMatchObject({ sold: 3, salesCents: 3000 });
  });

  it("has nothing of another parent's draw that an import gave the draft's id", async () => {
    await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    const link = await linkTo();
    const foreign = { id: "spring", urlSlug: "spring", parentId: "elsewhere", userIDs: ["of-eve"] };
    await importTestDraw(test.admin, drawAt(start, foreign));
    await pay(test.ctx, await place(test, "spring", 3));
    const { shown } = await open(link);
    expect(shown?.snapshot.mainPool.sold).toBe(0);
    expect(shown?.snapshot.draw).toMatchObject({ parentId: "arena", userIDs: [] });
  });
});

describe("the link of a preview", () => {
  it("ends after a week, and the set-up says so", async () => {
    await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    const link = await linkTo();
    test.clock.advance(previewMs - 1);
    expect(await open(link)).toMatchObject({ ok: true });
    test.clock.advance(1);
    expect(await openPreview(test.ctx, link)).toEqual(missing);
    expect(await viewDraft(jo, "spring")).toMatchObject({ view: { previewEndsAt: null } });
  });

  it("ends with the next link, and with the draft", async () => {
    const revision = await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    const [first, second] = [await linkTo(), await linkTo()];
    expect(await openPreview(test.ctx, first)).toEqual(missing);
    expect(await open(second)).toMatchObject({ ok: true });
    expect(await publishDraft(jo, "spring", { revision })).toEqual({ ok: true });
    expect(await openPreview(test.ctx, second)).toEqual(missing);
    await createDraft(jo, { drawId: "spring" });
    const third = await linkTo();
    expect(await discardDraft(jo, "spring", { revision: 1 })).toEqual({ ok: true });
    expect(await openPreview(test.ctx, third)).toEqual(missing);
  });

  it("opens no other draft, and neither does a wrong code or what is stored of it", async () => {
    await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    await setUpDraft(jo, { drawId: "autumn", parentId: "arena" });
    const { code } = await linkTo();
    await linkTo("autumn");
    const stored = await test.ctx.db.execute("select preview_hash as hash from draw_drafts");
    const hashes = (stored as unknown as { rows: { hash: string }[] }).rows.map(({ hash }) => hash);
    expect(hashes).not.toContain(code);
    for (const wrong of ["", "0".repeat(26), code.toLowerCase(), ...hashes]) {
      expect(await openPreview(test.ctx, { drawId: "spring", code: wrong })).toEqual(missing);
    }
    expect(await openPreview(test.ctx, { drawId: "autumn", code })).toEqual(missing);
  });

  it("is made by those who may set up the draw, and by nobody else", async () => {
    await setUpDraft(jo, { drawId: "spring", parentId: "arena" });
    expect(await createPreview(test.ctx, "spring")).toEqual({ ok: false, reason: "admin-key-wrong" });
    expect(await createPreview(asAdmin("elsewhere"), "spring")).toEqual(missing);
    const auditor = asPerson([{ role: "auditor", scope: { kind: "parent", parentId: "arena" } }]);
    expect(await createPreview(auditor, "spring")).toMatchObject({ reason: "admin-right-missing" });
    expect(await createPreview(jo, "other")).toEqual(missing);
    const ofOthers = { drawId: "spring", parentId: "elsewhere" };
    expect(await savePreview(test.ctx.db, ofOthers, { hash: "hash", endsAt: start })).toBe(false);
  });
});
