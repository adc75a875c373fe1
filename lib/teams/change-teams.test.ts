import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { readDrawRecord } from "@/lib/draws/store";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { toGrants } from "@/lib/people/rules.roles";
import { languages } from "@/lib/platform/i18n/routing";
import { overlapTransactions } from "@/tests/support/core/hold-commit";
import { pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutRowLocks } from "@/tests/support/sabotage/without-row-locks";

import { changeTeams } from "./change-teams";
import { listTeams } from "./list-teams";
import { viewTeams } from "./view-teams";

const start = new Date("2026-11-20T18:00:00Z");
const drawId = "rink";
const foxes = { id: "foxes", name: { en: "Foxes", fr: "Renards" }, color: "#c2410c", icon: "/demo/team-foxes.svg" };
const loons = { id: "loons", name: "Loons" };
const groups = [{ id: "sides", title: "Sides", teams: [foxes, loons] }];

let test: TestContext;
let manager: Context;

function define(changes: Record<string, unknown> = {}) {
  return drawAt(start, { id: drawId, urlSlug: drawId, parentId: "arena", teams: groups, ...changes });
}

beforeEach(async () => {
  test = await openTestContext(start);
  const scope = { kind: "draw", drawId } as const;
  const grants = toGrants([{ role: "Teams Manager", scope }]);
  const person = { id: "jo", sessionId: "S1", isFresh: false };
  manager = { ...test.ctx, actor: { kind: "admin", name: "person:jo", grants, person } };
  await importTestDraw(test.admin, define());
});
afterEach(() => test.close());

const storedTeams = async () => (await readDrawRecord(test.ctx.db, drawId))?.draw.teams;

const renamed = { ...loons, name: { en: "Great Loons", fr: "Grands huards" }, color: "#1d4ed8", icon: "lucide:bird" };

const divers = { ...loons, name: "Divers" };

const change = (revision: number, teams: unknown[] = [renamed, foxes], id = "sides") =>
  changeTeams(manager, drawId, { revision, teams: [{ id, teams }] });

describe("who manages teams", () => {
  it("changes names, colours, pictures and order after tickets were sold, and the log says who", async () => {
    await pay(test.ctx, await place(test, drawId));
    expect(await change(1)).toEqual({ ok: true });
    expect(await storedTeams()).toEqual([{ id: "sides", title: "Sides", teams: [renamed, foxes] }]);
    const history = await listDrawHistory(test.admin, drawId);
    const entry = history.ok ? history.entries.find(({ action }) => action === "draw-redefined") : null;
    expect(entry).toMatchObject({ operator: "person:jo", detail: { revision: 2, fields: "teams" } });
    const view = await viewTeams(manager, drawId);
    expect(view).toMatchObject({ view: { revision: 2, isBilingual: true, groups: [{ teams: [renamed, foxes] }] } });
  });

  it("sees the draws of their scope that have teams", async () => {
    await importTestDraw(test.admin, define({ id: "other", urlSlug: "other" }));
    await importTestDraw(test.admin, define({ id: "plain", urlSlug: "plain", teams: [] }));
    const idsOf = async (ctx: Context) => {
      const listed = await listTeams(ctx);
      return listed.ok ? listed.draws.map(({ id, teamCount, isFed }) => [id, teamCount, isFed]).sort() : listed;
    };
    expect(await idsOf(manager)).toEqual([[drawId, 2, false]]);
    expect(await idsOf(test.admin)).toEqual([
      ["other", 2, false],
      [drawId, 2, false],
    ]);
    for (const call of [viewTeams(manager, "other"), changeTeams(manager, "other", { revision: 1, teams: [] })])
      expect(await call).toEqual({ ok: false, reason: "draw-not-found" });
  });

  it("sees the pictures of the draws in their scope alone", async () => {
    const owls = { id: "owls", name: "Owls", icon: "/demo/team-owls.svg" };
    const others = [{ id: "sides", title: "Sides", teams: [owls] }];
    await importTestDraw(test.admin, define({ id: "other", urlSlug: "other", teams: others }));
    const listImages = async (ctx: Context) => {
      const viewed = await viewTeams(ctx, drawId);
      return viewed.ok ? viewed.view.pictures.map(({ picture }) => picture) : viewed;
    };
    expect(await listImages(manager)).toEqual(["/demo/team-foxes.svg"]);
    expect(await listImages(test.admin)).toEqual(["/demo/team-foxes.svg", "/demo/team-owls.svg"]);
  });

  it("changes nothing else of a draw, and imports none", async () => {
    expect(await importDraw(manager, define())).toMatchObject({ reason: "admin-right-missing" });
    const body = { revision: 1, teams: [{ id: "sides", title: "Camps", teams: [foxes, loons] }] };
    expect(await changeTeams(manager, drawId, body)).toMatchObject({ reason: "invalid-input" });
    expect(await storedTeams()).toEqual(groups);
  });
});

describe("a change of teams", () => {
  it.each([
    ["a team is missing", [foxes], "sides", "teams.0.teams"],
    ["a team is new", [foxes, loons, { id: "owls", name: "Owls" }], "sides", "teams.0.teams.2.id"],
    ["a team is there twice", [foxes, loons, loons], "sides", "teams.0.teams.2.id"],
    ["the group is another", [foxes, loons], "others", "teams.0.id"],
    ["a colour isn't one", [foxes, { ...loons, color: "blue" }], "sides", "teams.0.teams.1.color"],
    ["a picture isn't one", [foxes, { ...loons, icon: "http://plain.test/a.png" }], "sides", "teams.0.teams.1.icon"],
  ])("is refused if %s", async (_what, teams, id, field) => {
    expect(await change(1, teams, id)).toMatchObject({ reason: "invalid-input", fields: [{ field }] });
    expect(await storedTeams()).toEqual(groups);
  });

  it("is refused once somebody else changed the draw, and what they did stays", async () => {
    await importTestDraw(test.admin, define({ license: "NEW" }));
    expect(await change(1)).toEqual({ ok: false, reason: "draw-edited" });
    expect(await storedTeams()).toEqual(groups);
    expect(await change(2)).toEqual({ ok: true });
    expect((await readDrawRecord(test.ctx.db, drawId))?.draw.license).toBe("NEW");
  });

  it("is done once, however often it is sent", async () => {
    expect(await change(1)).toEqual({ ok: true });
    expect(await change(1)).toEqual({ ok: true });
    expect((await readDrawRecord(test.ctx.db, drawId))?.revision).toBe(2);
  });

  it("negative control: if revisions didn't count, the later change would undo the earlier", async () => {
    await test.ctx.db.execute(
      `create function keep_revision() returns trigger language plpgsql as
        $$ begin new.revision := old.revision; return new; end $$`,
    );
    await test.ctx.db.execute(
      "create trigger keep_revision before update on draws for each row execute function keep_revision()",
    );
    await test.ctx.db.execute("alter table draw_revisions drop constraint draw_revisions_draw_id_revision_pk");
    expect(await change(1)).toEqual({ ok: true });
    expect(await change(1, [foxes, divers])).toEqual({ ok: true });
    expect(await storedTeams()).toEqual([{ id: "sides", title: "Sides", teams: [foxes, divers] }]);
  });
});

describe.runIf(onPostgres)("of two changes of teams at the same time", () => {
  const changeBoth = async (ctx: Context) => {
    const changeBy = (teams: unknown[]) => (own: Context) =>
      changeTeams(own, drawId, { revision: 1, teams: [{ id: "sides", teams }] });
    const outcomes = await overlapTransactions(ctx, changeBy([renamed, foxes]), changeBy([foxes, divers]));
    return { outcomes, teams: (await storedTeams())?.[0]?.teams };
  };

  it("one is stored, and the other is told", async () => {
    expect(await changeBoth(manager)).toEqual({
      outcomes: [{ ok: true }, { ok: false, reason: "draw-edited" }],
      teams: [renamed, foxes],
    });
    expect((await readDrawRecord(test.ctx.db, drawId))?.revision).toBe(2);
  });

  it("negative control: without the draw's lock both are, and the first is lost", async () => {
    const weak = withoutRowLocks(manager);
    expect(await changeBoth(weak.ctx)).toEqual({ outcomes: [{ ok: true }, { ok: true }], teams: [foxes, divers] });
    expect(weak.found()).toBeGreaterThan(0);
  });
});

describe("a draw of the feed", () => {
  it("says so, and keeps its teams", async () => {
    const feed = createTestFeed();
    feed.answers.set(drawId, { kind: "found", body: define(), tag: null });
    for (const language of languages) feed.words.set(language, { kind: "found", body: {}, tag: null });
    await refreshDraw({ ...test.ctx, feed }, drawId);
    manager = { ...manager, feed };
    expect(await listTeams(manager)).toMatchObject({ draws: [{ id: drawId, isFed: true }] });
    expect(await viewTeams(manager, drawId)).toMatchObject({ view: { isFed: true } });
    expect(await change(2)).toEqual({ ok: false, reason: "draw-of-feed" });
    expect(await storedTeams()).toEqual(groups);
  });
});
