import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import { toGrants } from "@/lib/people/rules.roles";
import { pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { createDraft } from "./create-draft";
import { publishDraft } from "./publish-draft";
import type { DraftView } from "./rules.views";
import { viewDraft } from "./view-draft";

const start = new Date("2026-11-20T18:00:00Z");

let test: TestContext;
let jo: Context;

function asAdmin(parentId: string): Context {
  const grants = toGrants([{ role: "admin", scope: { kind: "parent", parentId } }]);
  const person = { id: "jo", sessionId: "S-jo", isFresh: true };
  return { ...test.ctx, actor: { kind: "admin", name: "person:jo", grants, person } };
}

beforeEach(async () => {
  test = await openTestContext(start);
  jo = asAdmin("arena");
});
afterEach(() => test.close());

const fifty = { id: "fifty", type: "5050 Cash", title: "50/50" };

const second = (title: string, price: number) => ({
  ...{ ...fifty, title, license: "RAF2", maxTickets: 1000 },
  ticketPackageInfo: [{ id: "s1", tickets: 1, price }],
});

const base = {
  ...{ id: "rink", urlSlug: "rink", parentId: "arena", organization: "Arena", maxTickets: 500 },
  terminal: { allowCash: true },
};

/** Two versions: of other prices, texts and support. */
async function importVersions(): Promise<void> {
  const first = {
    ...{ rules: "First rules.", supportEmail: "first@example.test", secondDraws: [second("First", 5)] },
    ticketPriceInfo: [{ id: "one", tickets: 1, price: 5 }],
    prizes: { "Grand Prize": [{ description: "First prize" }] },
  };
  await importTestDraw(test.admin, drawAt(start, { ...base, ...first }));
  const then = {
    ...{ rules: "Second rules.", supportEmail: "second@example.test", secondDraws: [second("Second", 10)], version: 2 },
    ticketPriceInfo: [{ id: "one", tickets: 1, price: 10 }],
    prizes: { "Grand Prize": [{ description: "Second prize" }] },
  };
  await importTestDraw(test.admin, drawAt(start, { ...base, ...then }));
}

async function view(): Promise<DraftView> {
  const result = await viewDraft(jo, "rink");
  if (!result.ok) throw new Error(result.reason);
  return result.view;
}

const readStored = async () => (await readDrawRecord(test.ctx.db, "rink"))?.draw;

describe("an earlier version", () => {
  it("is used as a new one, with the support address of now, which versions don't keep", async () => {
    await importVersions();
    expect(await createDraft(jo, { drawId: "rink", revision: 1 })).toEqual({ ok: true, drawId: "rink" });
    const { problems, revision } = await view();
    expect(problems).toEqual([]);
    expect(await publishDraft(jo, "rink", { revision })).toEqual({ ok: true });
    expect(await readStored()).toMatchObject({
      ...{ version: 3, rules: "First rules.", supportEmail: "second@example.test" },
      ticketPriceInfo: [{ price: 5 }],
      secondDraws: [{ title: "First", ticketPackageInfo: [{ price: 5 }] }],
      prizes: { "Grand Prize": [{ description: "First prize" }] },
    });
  });

  it("leaves what a sale has locked as it is", async () => {
    await importVersions();
    await pay(test.ctx, await place(test, "rink"));
    await createDraft(jo, { drawId: "rink", revision: 1 });
    const { problems, revision, content } = await view();
    expect(problems).toEqual([]);
    expect(content).toMatchObject({
      ...{ rules: "First rules.", ticketPriceInfo: [{ price: 10 }] },
      secondDraws: [{ title: "First", license: "RAF2", ticketPackageInfo: [{ price: 10 }] }],
    });
    expect(await publishDraft(jo, "rink", { revision })).toEqual({ ok: true });
  });

  it("negative control: without a sale the same version changes these fields", async () => {
    await importVersions();
    await createDraft(jo, { drawId: "rink", revision: 1 });
    expect((await view()).content).toMatchObject({ ticketPriceInfo: [{ price: 5 }] });
  });

  it("keeps the prizes of a draw that is drawn, and brings no winner back", async () => {
    await importVersions();
    await pay(test.ctx, await place(test, "rink"));
    const sold = await readStored();
    test.clock.advance(60 * 86_400_000);
    const drawDate = new Date(test.clock.now().getTime() - 60_000).toISOString();
    const prizes = { "Grand Prize": [{ description: "Second prize", winningTicketNumber: 1, drawDate }] };
    await importTestDraw(test.admin, { ...sold, version: 3, prizes });
    await createDraft(jo, { drawId: "rink", revision: 1 });
    expect((await view()).content).toMatchObject({
      prizes: { "Grand Prize": [{ description: "Second prize", winningTicketNumber: 1 }] },
      rules: "First rules.",
    });
  });

  it("that isn't stored, or of another scope, is not found; a draft that is there isn't replaced", async () => {
    await importVersions();
    const missing = { ok: false, reason: "draw-not-found" };
    expect(await createDraft(jo, { drawId: "rink", revision: 9 })).toEqual(missing);
    expect(await createDraft(asAdmin("elsewhere"), { drawId: "rink", revision: 1 })).toEqual(missing);
    await createDraft(jo, { drawId: "rink" });
    const taken = { reason: "invalid-input", fields: [{ field: "drawId", problem: "duplicate" }] };
    expect(await createDraft(jo, { drawId: "rink", revision: 1 })).toMatchObject(taken);
    expect(await createDraft(jo, { drawId: "rink", content: { rules: "Filed." } })).toMatchObject(taken);
    expect((await view()).content).toMatchObject({ rules: "Second rules." });
  });
});
