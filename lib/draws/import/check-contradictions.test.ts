import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewDraw } from "@/lib/activity/view-draw";
import { closeDraw } from "@/lib/draws/close-draw";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { reopenDraw } from "@/lib/draws/reopen-draw";
import { readDrawRecord } from "@/lib/draws/store";
import { minuteMs } from "@/lib/durations";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createBasket, createPayment, freshKey, openDraw as openTestDraw } from "@/tests/support/core/orders";
import { basket, line, placeBasket, secondDraw } from "@/tests/support/core/several-pools";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { importDraw } from "./import-draw";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const description = "A canoe";

const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * minuteMs).toISOString();

async function buy(drawId: string, quantity: number): Promise<void> {
  const placed = await placeOrder(test.ctx, createBasket(drawId, quantity), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  await payOrder(test.ctx, createPayment(placed.order));
}

type Given = { poolId?: string; prizeType?: string; number: number; drawnAt?: string; soldOnPaper?: boolean };

const winnerOf = (winner: Given) => ({ poolId: "main", prizeType: "Grand Prize", drawnAt: inMinutes(0), ...winner });

async function change(drawId: string, changes: Record<string, unknown>, ctx = test.admin) {
  const stored = (await readDrawRecord(test.ctx.db, drawId))?.draw;
  return importDraw(ctx, { ...stored, ...changes });
}

async function problemsOf(drawId: string, winners: Given[], changes: Record<string, unknown> = {}): Promise<string[]> {
  const imported = await change(drawId, { ...changes, winners: winners.map(winnerOf) });
  return imported.ok ? [] : (imported.fields ?? []).map(({ field, problem }) => `${field} ${problem}`);
}

async function sold(drawId: string, overrides: Record<string, unknown> = {}): Promise<void> {
  await openTestDraw(test, drawId, overrides);
  await buy(drawId, 3);
  test.clock.advance(minuteMs);
  await closeDraw(test.admin, drawId);
}

describe("a winner is refused", () => {
  it.each([
    ["whose number was never sold", [{ number: 4 }], ["winners.0.number not-sold"]],
    ["above what a database holds", [{ number: 2 ** 31 }], ["winners.0.number too-large"]],
    ["at the very end of what it holds", [{ number: 2 ** 31 - 1 }], ["winners.0.number not-sold"]],
    ["of a pool in which nothing was sold", [{ poolId: "puck", number: 1 }], ["winners.0.number not-sold"]],
    ["twice for one prize", [{ number: 2 }, { number: 2 }], ["winners.1.number duplicate"]],
    ["as a paper ticket that was sold here", [{ number: 2, soldOnPaper: true }], ["winners.0.number sold-here"]],
  ])("%s", async (_what, winners, problems) => {
    const id = `refused-${freshKey()}`;
    await sold(id, { secondDraws: [secondDraw("puck")] });
    expect(await problemsOf(id, winners)).toEqual(problems);
    expect(await problemsOf(id, [{ number: 2 }])).toEqual([]);
  });

  it("drawn in the future, before sales closed, or while they are open", async () => {
    await openTestDraw(test, "timed");
    await buy("timed", 3);
    expect(await problemsOf("timed", [{ number: 1 }])).toEqual(["winners.0.drawnAt sales-open"]);
    test.clock.advance(minuteMs);
    await closeDraw(test.admin, "timed");
    expect(await problemsOf("timed", [{ number: 1, drawnAt: inMinutes(-0.5) }])).toEqual([
      "winners.0.drawnAt sales-open",
    ]);
    expect(await problemsOf("timed", [{ number: 1, drawnAt: inMinutes(1) }])).toEqual([
      "winners.0.drawnAt not-yet-drawn",
    ]);
    expect(await problemsOf("timed", [{ number: 1 }])).toEqual([]);
  });

  it("of an early bird whose ticket was sold after its date, however late it was drawn", async () => {
    const prizes = { "Early Bird": [{ description, drawDate: inMinutes(10) }] };
    await openTestDraw(test, "bird", { prizes });
    await buy("bird", 1);
    test.clock.advance(11 * minuteMs);
    await buy("bird", 1);
    test.clock.advance(4 * minuteMs);
    const bird = (number: number, minutes = 0) => [{ prizeType: "Early Bird", number, drawnAt: inMinutes(minutes) }];
    expect(await problemsOf("bird", bird(2))).toEqual(["winners.0.number sold-later"]);
    expect(await problemsOf("bird", bird(1, -16))).toEqual(["winners.0.number sold-later"]);
    // Early birds may be drawn while sales go on.
    expect(await problemsOf("bird", bird(1))).toEqual([]);
  });
});

describe("an early bird's own cut-off", () => {
  it("ends what can win it before its drawing, whether its prize is known or only its date", async () => {
    const bird = { description, cutOffDate: inMinutes(5), drawDate: inMinutes(10) };
    const birdOf = (number: number) => [{ prizeType: "Early Bird", number, drawnAt: inMinutes(0) }];
    await openTestDraw(test, "own-cut", { prizes: { "Early Bird": [bird] } });
    await openTestDraw(test, "own-cut-several", { prizes: { "Early Bird": [bird, bird] } });
    for (const id of ["own-cut", "own-cut-several"]) await buy(id, 1);
    test.clock.advance(6 * minuteMs);
    for (const id of ["own-cut", "own-cut-several"]) await buy(id, 1);
    test.clock.advance(5 * minuteMs);
    for (const id of ["own-cut", "own-cut-several"]) {
      expect(await problemsOf(id, birdOf(2))).toEqual(["winners.0.number sold-later"]);
      expect(await problemsOf(id, birdOf(1))).toEqual([]);
    }
  });
});

describe("a winner is taken", () => {
  it("for several prizes, as often as there are some", async () => {
    await sold("several", { prizes: { "Grand Prize": [{ description }, { description }] } });
    expect(await problemsOf("several", [{ number: 2 }, { number: 2 }])).toEqual([]);
    expect(await problemsOf("several", [{ number: 2 }, { number: 2 }, { number: 2 }])).toEqual([
      "winners.2.number duplicate",
    ]);
  });

  it("whose ticket was sold on paper, outside of here", async () => {
    await sold("paper");
    expect(await problemsOf("paper", [{ number: 2_000_000_000, soldOnPaper: true }])).toEqual([]);
  });

  it("of a second draw whose sales are over, while the main draw still sells", async () => {
    await openTestDraw(test, "cut", { secondDraws: [secondDraw("puck", { cutOffDate: inMinutes(5) })] });
    const order = await placeBasket(test, basket("cut", [line("puck")]));
    await payOrder(test.ctx, createPayment(order));
    const winner = [{ poolId: "puck", number: 1 }];
    expect(await problemsOf("cut", winner)).toEqual(["winners.0.drawnAt sales-open"]);
    test.clock.advance(5 * minuteMs);
    expect(await problemsOf("cut", winner)).toEqual([]);
  });
});

describe("negative control: a winner that was published without the check", () => {
  it("stays when the draw is stored again, is a finding, and excuses no other", async () => {
    await sold("published");
    const winners = [winnerOf({ number: 77 })];
    await test.ctx.db.execute(sql`update draws set definition =
      jsonb_set(definition, '{winners}', ${JSON.stringify(winners)}::jsonb) where draw_id = 'published'`);
    const warnings = [{ field: "winners.0.number", problem: "not-sold" }];
    expect(await change("published", { license: "NEW" })).toMatchObject({ ok: true, warnings });
    expect((await readDrawRecord(test.ctx.db, "published"))?.draw.winners).toEqual(winners);
    const report = await checkInvariants(test.admin, { instanceId: "published" });
    expect(report.ok && report.violations.filter(({ check }) => check === "winner-unfounded")).toMatchObject([
      { subject: "main 77, place 1", detail: { problem: "not-sold" } },
    ]);
    expect(await problemsOf("published", [...winners, { number: 78 }])).toEqual(["winners.1.number not-sold"]);
  });
});

describe("a draw that has its winner", () => {
  it("sells no more: it can't be opened again, and closing it again leaves the time of its close", async () => {
    await sold("over");
    const closedAt = (await readDrawRecord(test.ctx.db, "over"))?.closedAt;
    test.clock.advance(minuteMs);
    expect(await problemsOf("over", [{ number: 1 }])).toEqual([]);
    test.clock.advance(minuteMs);
    await closeDraw(test.admin, "over");
    expect((await readDrawRecord(test.ctx.db, "over"))?.closedAt).toEqual(closedAt);
    expect(await reopenDraw(test.admin, "over")).toEqual({ ok: false, reason: "draw-drawn" });
    expect(await problemsOf("over", [])).toEqual([]);
    expect(await reopenDraw(test.admin, "over")).toEqual({ ok: true });
  });

  it("has in its history which number won before and after, and no name", async () => {
    await sold("history");
    await change("history", { winners: [{ ...winnerOf({ number: 1 }), name: "Rosalie T." }] });
    test.clock.advance(minuteMs);
    await change("history", { winners: [{ ...winnerOf({ number: 3 }), name: "Emeka L." }] });
    const listed = await listDrawHistory(test.admin, "history");
    if (!listed.ok) throw new Error(listed.reason);
    const changes = listed.entries.filter(({ detail }) => "winnersAfter" in detail);
    expect(changes.map(({ detail: { winnersBefore, winnersAfter } }) => [winnersBefore, winnersAfter])).toEqual([
      ["none", "Grand Prize 1"],
      ["Grand Prize 1", "Grand Prize 3"],
    ]);
    expect(JSON.stringify(listed.entries)).not.toMatch(/Rosalie|Emeka/);
  });
});

describe("winners in the prizes' own fields", () => {
  const prize = { description, winnerName: "Rosalie T.", winningTicketNumber: 2 };

  async function shown(id: string) {
    const viewed = await viewDraw(test.ctx, id);
    if (!viewed.ok) throw new Error(viewed.reason);
    return { winners: viewed.draw.winners, prize: viewed.draw.prizes["Grand Prize"]?.[0] };
  }

  it("are winners of the list, once; both say the same", async () => {
    await sold("in-prize");
    const prizes = { "Grand Prize": [{ ...prize, drawDate: inMinutes(0) }] };
    expect(await change("in-prize", { prizes })).toMatchObject({ ok: true, warnings: [] });
    const stored = (await readDrawRecord(test.ctx.db, "in-prize"))?.draw;
    expect(JSON.stringify(stored).match(/Rosalie/g)).toHaveLength(1);
    const winner = { number: 2, name: "Rosalie T.", prizeType: "Grand Prize" };
    expect(await shown("in-prize")).toMatchObject({ winners: [winner], prize });
  });

  it("are told from the list as well", async () => {
    await sold("in-list", { prizes: { "Grand Prize": [{ description }] } });
    await change("in-list", { winners: [{ ...winnerOf({ number: 2 }), name: "Rosalie T." }] });
    expect((await shown("in-list")).prize).toEqual(prize);
  });

  it("are refused where they contradict the list or the numbers", async () => {
    await sold("in-both");
    const refusedOf = async (given: object, winners: Given[]) =>
      problemsOf("in-both", winners, {
        prizes: { "Grand Prize": [{ description, drawDate: inMinutes(0), ...given }] },
      });
    const path = "prizes.Grand Prize.0";
    expect(await refusedOf({ winningTicketNumber: 3 }, [{ number: 2 }])).toEqual([
      `${path}.winningTicketNumber contradictory`,
    ]);
    expect(await refusedOf({ winningTicketNumber: 9 }, [])).toEqual([`${path}.winningTicketNumber not-sold`]);
    expect(await refusedOf({ winningTicketNumber: 3, drawDate: inMinutes(9) }, [])).toContain(
      `${path}.drawDate not-yet-drawn`,
    );
    expect(await refusedOf({ winnerName: "Rosalie T." }, [])).toEqual([`${path}.winningTicketNumber required`]);
    expect(await refusedOf({ winningTicketNumber: 3 }, [{ number: 3 }])).toEqual([]);
  });
});

describe("the date of a draw", () => {
  const dated = (id: string, prizeAt: string, changes: Record<string, unknown> = {}) =>
    drawAt(test.clock.now(), {
      ...{ id, urlSlug: id, prizes: { "Grand Prize": [{ description, drawDate: prizeAt }] } },
      ...changes,
    });
  const dayMinutes = 24 * 60;
  const contradictory = [{ field: "prizes.Grand Prize.0.drawDate", problem: "contradictory" }];

  it("is refused where the grand prize is drawn at another one, or while tickets are sold", async () => {
    const dates = [inMinutes(-dayMinutes), inMinutes(7 * dayMinutes), inMinutes(8 * dayMinutes)];
    const [apart, during] = [
      dated("apart", inMinutes(9 * dayMinutes), { dates }),
      dated("during", inMinutes(dayMinutes)),
    ];
    for (const draw of [apart, during]) {
      expect(await importDraw(test.admin, draw)).toEqual({ ok: false, reason: "invalid-input", fields: contradictory });
    }
    expect(await importDraw(test.admin, dated("agreed", dates[2] ?? "", { dates }))).toMatchObject({ ok: true });
  });

  it("only warns where it was so before, and of the upstream platform", async () => {
    await importTestDraw(test.admin, dated("stood", inMinutes(9 * dayMinutes)));
    const early = JSON.stringify(inMinutes(dayMinutes));
    await test.ctx.db.execute(sql`update draws set definition =
      jsonb_set(definition, '{prizes,Grand Prize,0,drawDate}', ${early}::jsonb) where draw_id = 'stood'`);
    expect(await change("stood", { license: "NEW" })).toMatchObject({ ok: true, warnings: contradictory });
    const upstream = { ...test.ctx, actor: { kind: "upstream" as const } };
    const fed = dated("fed", inMinutes(dayMinutes));
    expect(await importDraw(upstream, fed)).toMatchObject({ ok: true, warnings: contradictory });
  });
});
