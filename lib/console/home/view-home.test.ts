import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Context } from "@/lib/context";
import { closeDraw } from "@/lib/draws/close-draw";
import { dayMs, hourMs, minuteMs } from "@/lib/durations";
import type { Scope } from "@/lib/people/rules.roles";
import { roles, toGrants } from "@/lib/people/rules.roles";
import { reportDraw } from "@/lib/reports/report-draw";
import { payUnanswered } from "@/tests/support/core/attempts";
import { asTestDevice, sellForCash } from "@/tests/support/core/cash";
import { openDraw, place, sell } from "@/tests/support/core/orders";
import { refundOutcome } from "@/tests/support/core/refunds";
import { takeParts } from "@/tests/support/core/report";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { raffleBeside } from "@/tests/support/draws/draw";

import type { Home } from "./rules";
import { maxHomeDraws } from "./rules";
import { viewHome } from "./view-home";

/** Sold in Québec with sentences in one language. */
const inQuebec = { enabledProvinces: ["ON", "QC"], residenceProvinces: ["ON", "QC"], description: "Half goes home." };

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext();
});

afterEach(() => test.close());

type Role = (typeof roles)[number];

function asRole(role: Role, scope: Scope = { kind: "everything" }): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants: toGrants([{ role, scope }]) } };
}

async function readHome(ctx: Context = test.admin, facts = { hasEndingHosts: false }): Promise<Home> {
  const viewed = await viewHome(ctx, facts);
  if (!viewed.ok) throw new Error(viewed.reason);
  return viewed.home;
}

async function recordWinner(drawId: string, number: number): Promise<void> {
  const winners = JSON.stringify([
    { poolId: "main", prizeType: "Grand Prize", number, drawnAt: test.clock.now().toISOString() },
  ]);
  await test.ctx.db.execute(
    sql`update draws set definition = jsonb_set(definition, '{winners}', ${winners}::jsonb) where draw_id = ${drawId}`,
  );
}

const listIds = ({ draws }: Home) => draws.map(({ id }) => id);

const told = ({ needs }: Home) =>
  needs.map((need) => ("instanceId" in need ? `${need.kind} ${need.instanceId}` : need.kind));

describe("a draw on the home", () => {
  it("has the prize and tickets of its pools and the sales of the day, like the report after refunds", async () => {
    const id = await openDraw(test, "open", {
      secondDraws: [raffleBeside("quilt", true)],
      terminal: { allowAnonymousCash: true },
    });
    await registerDevice(test, { deviceId: "gate-1", name: "Gate 1" });
    const first = await sell(test, id, 2);
    await sell(test, id, 3);
    test.clock.advance(2 * hourMs);
    await sellForCash(asTestDevice(test), id);
    expect(await refundOutcome(test, first)).toBe("refunded");
    const [draw] = (await readHome()).draws;
    expect(draw?.pools).toMatchObject([
      { poolId: "main", title: null, prize: 20, sold: 4, sales: 40 },
      { poolId: "quilt", title: "quilt", sold: 0, sales: 0 },
    ]);
    expect(draw?.day).toMatchObject({
      isToday: true,
      total: { orders: 3, tickets: 4, amount: 40, refunded: 20 },
      hours: [{ amount: 30 }, { amount: 0, orders: 0 }, { amount: 10 }],
      completeUntil: null,
    });
    expect(draw?.day.parts).toMatchObject([
      {
        part: "channel",
        rows: [
          { key: "web", amount: 30 },
          { key: "device", amount: 10 },
        ],
      },
      {
        part: "method",
        rows: [
          { key: "card", amount: 30 },
          { key: "cash", amount: 10 },
        ],
      },
      { part: "tablet", rows: [{ key: "gate-1", name: "Gate 1", amount: 10, tickets: 1 }] },
      { part: "operator", rows: [{ key: "Alex", name: "Alex" }] },
    ]);
    const reported = await reportDraw(test.admin, id);
    if (!reported.ok) throw new Error(reported.reason);
    const { end } = await takeParts(reported.records);
    const { total } = draw?.day ?? {};
    expect(end.grand).toMatchObject({
      orders: total?.orders,
      soldTickets: total?.tickets,
      soldCents: 4000,
      voidCents: 2000,
    });
    expect(JSON.stringify(draw)).not.toMatch(/Tremblay|marie@/);
  });

  it("shows the last day of sales once they have closed, for three days", async () => {
    const id = await openDraw(test, "over");
    await sell(test, id);
    await closeDraw(test.admin, id);
    test.clock.advance(dayMs);
    expect((await readHome()).draws).toMatchObject([{ id, day: { isToday: false, total: { tickets: 1 } } }]);
    test.clock.advance(2 * dayMs);
    expect(listIds(await readHome())).toEqual([]);
  });

  it("is listed before those that close later; more than twenty are counted", async () => {
    const inDays = (days: number) => new Date(test.clock.now().getTime() + days * dayMs).toISOString();
    await openDraw(test, "later", { endDate: inDays(9) });
    await openDraw(test, "sooner", { endDate: inDays(3) });
    await openDraw(test, "pending", { state: { approval_state: "Pending" } });
    await openDraw(test, "spring-try-0abc", { isTestDraw: true });
    await openDraw(test, "not-yet", { startDate: inDays(5), endDate: inDays(6) });
    expect(listIds(await readHome())).toEqual(["sooner", "later"]);
    for (let more = 0; more < maxHomeDraws; more += 1) await openDraw(test, `more-${more}`);
    expect(await readHome()).toMatchObject({ otherDraws: 2 });
  });
});

describe("a caller", () => {
  it.each(roles)("with the role %s sees draws if it may read reports or list orders", async (role) => {
    await openDraw(test, "open");
    const viewed = await viewHome(asRole(role), { hasEndingHosts: false });
    const isReader = ["admin", "Order Manager", "Order Refunder", "auditor"].includes(role);
    expect(viewed.ok ? listIds(viewed.home) : viewed.reason).toEqual(isReader ? ["open"] : "admin-right-missing");
  });

  it.each<[string, Scope]>([
    ["parent", { kind: "parent", parentId: "hawks" }],
    ["draw", { kind: "draw", drawId: "of-hawks" }],
  ])("with a role for one %s learns nothing of others", async (_kind, scope) => {
    const soon = new Date(test.clock.now().getTime() + dayMs).toISOString();
    await openDraw(test, "of-hawks", { parentId: "hawks" });
    const before = await readHome(asRole("admin", scope));
    const other = await openDraw(test, "of-owls", { parentId: "owls", endDate: soon });
    await payUnanswered(test, await place(test, other));
    await registerDevice(test, { deviceId: "owls-1", parentId: "owls" });
    await test.ctx.db.execute(
      sql`update devices set credential_hash = 'x', seen_at = ${soon}::timestamptz - interval '25 hours'`,
    );
    const everything = await readHome();
    expect([listIds(everything).sort(), told(everything)]).toEqual([
      ["of-hawks", "of-owls"],
      ["payment-unclear of-owls", "tablet-silent", "closes of-owls", "draws of-owls"],
    ]);
    expect(await readHome(asRole("admin", scope))).toEqual(before);
  });
});

describe("what needs attention", () => {
  it("is money first, then tablets, set-up and texts, with dates last", async () => {
    const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * hourMs).toISOString();
    const id = await openDraw(test, "open", { endDate: inHours(47), ...inQuebec });
    await openDraw(test, "hidden", {
      startDate: inHours(5),
      endDate: inHours(90),
      state: { approval_state: "Pending" },
    });
    await payUnanswered(test, await place(test, id));
    const refused = await sell(test, id);
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "190" });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await refundOutcome(test, refused);
    logged.mockRestore();
    await registerDevice(test, { deviceId: "gate-1", name: "Gate 1" });
    await registerDevice(test, { deviceId: "drawer", name: "In a drawer" });
    const ago = (ms: number) => new Date(test.clock.now().getTime() - ms).toISOString();
    await test.ctx.db.execute(sql`update devices set credential_hash = device_id, seen_at = ${ago(6 * minuteMs)}`);
    await test.ctx.db.execute(sql`update devices set seen_at = ${ago(4 * hourMs)} where device_id = 'drawer'`);
    const home = await readHome(test.admin, { hasEndingHosts: true });
    expect(told(home)).toEqual([
      "payment-unclear open",
      "refund-refused open",
      "tablet-silent",
      "bank-hosts",
      "opens-unapproved hidden",
      "french-missing open",
      "closes open",
      "draws open",
    ]);
    expect(home.needs[0]).toMatchObject({ count: 1, titles: expect.anything() });
    expect(home.needs[2]).toMatchObject({ name: "Gate 1", seenAt: ago(6 * minuteMs) });
  });

  it("is a draw that sold tickets and has no winner after its time, until the winner is recorded", async () => {
    const id = await openDraw(test, "late", { endDate: new Date(test.clock.now().getTime() + hourMs).toISOString() });
    await openDraw(test, "unsold", { endDate: new Date(test.clock.now().getTime() + hourMs).toISOString() });
    await sell(test, id);
    expect(told(await readHome())).not.toContain("undrawn late");
    test.clock.advance(2 * hourMs);
    expect(told(await readHome())).toEqual(["undrawn late"]);
    await recordWinner(id, 1);
    const home = await readHome();
    expect(told(home)).toEqual([]);
    expect(home.draws.find((draw) => draw.id === id)).toMatchObject({ winningTicket: 1 });
  });

  it("announces no drawing whose winner is recorded", async () => {
    const id = await openDraw(test, "early", { endDate: new Date(test.clock.now().getTime() + hourMs).toISOString() });
    expect(told(await readHome())).toEqual(["closes early", "draws early"]);
    await recordWinner(id, 1);
    expect(told(await readHome())).toEqual(["closes early"]);
  });

  it("is shown to who can do something about it: auditors mend no texts, tablets or hosts", async () => {
    const endDate = new Date(test.clock.now().getTime() + 47 * hourMs).toISOString();
    const id = await openDraw(test, "open", { endDate, ...inQuebec });
    await payUnanswered(test, await place(test, id));
    const home = await readHome(asRole("auditor"), { hasEndingHosts: true });
    expect(told(home)).toEqual(["payment-unclear open", "closes open", "draws open"]);
  });
});
