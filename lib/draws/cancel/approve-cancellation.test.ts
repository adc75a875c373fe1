import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "@/lib/actor";
import { closeDraw } from "@/lib/draws/close-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { reopenDraw } from "@/lib/draws/reopen-draw";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { revokePerson } from "@/lib/people/revoke-person";
import { roleRights, roles } from "@/lib/people/rules.roles";
import { getKeyGrants } from "@/lib/rights";
import { cancelDraw, joinTwo } from "@/tests/support/core/cancelled-draw";
import { joinConsole } from "@/tests/support/core/console-people";
import { createBasket, createPayment, freshKey, getOutcome, openDraw, place, sell } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { approveCancellation, withdrawCancellation } from "./approve-cancellation";
import { proposeCancellation } from "./propose-cancellation";
import { proposalMs } from "./rules";

const reason = { reason: "The game was called off." };

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext();
});
afterEach(() => test.close());

const outcome = (answer: { ok: true } | { ok: false; reason: string }) => (answer.ok ? "done" : answer.reason);

async function propose(drawId: string) {
  const two = await joinTwo(test);
  expect(await proposeCancellation(two.first, drawId, reason)).toEqual({ ok: true, proposal: 1 });
  return { ...two, input: { proposal: 1 } };
}

describe("cancelling a draw", () => {
  it("takes a second person, who presses once", async () => {
    const drawId = await openDraw(test, "two-persons");
    const { first, second, input } = await propose(drawId);
    expect(outcome(await approveCancellation(first, drawId, input))).toBe("second-person-required");
    expect(outcome(await proposeCancellation(second, drawId, reason))).toBe("proposal-open");
    expect(outcome(await approveCancellation(second, drawId, { proposal: 2 }))).toBe("proposal-not-found");
    const presses = [approveCancellation(second, drawId, input), approveCancellation(second, drawId, input)];
    expect((await Promise.all(presses)).map(outcome).sort()).toEqual(["done", "draw-cancelled"]);
    expect(outcome(await proposeCancellation(first, drawId, reason))).toBe("draw-cancelled");
    expect(outcome(await withdrawCancellation(first, drawId, input))).toBe("proposal-not-found");
    const history = await listDrawHistory(test.admin, drawId);
    expect(history.ok && history.entries.map(({ action, operator }) => [action, operator]).slice(-3)).toEqual(
      expect.arrayContaining([
        ["cancellation-proposed", expect.stringContaining("person:")],
        ["draw-cancelled", expect.stringContaining("person:")],
        ["draw-closed", expect.stringContaining("person:")],
      ]),
    );
  });

  it("negative control: one person alone cancels it if the proposal forgets who made it", async () => {
    const alone = async (on: TestContext) => {
      const { first } = await joinTwo(on);
      const drawId = await openDraw(on, "alone");
      await proposeCancellation(first, drawId, reason);
      return outcome(await approveCancellation(first, drawId, { proposal: 1 }));
    };
    expect(await withAndWithout(sabotage.proposer, alone)).toEqual({
      guarded: "second-person-required",
      unguarded: "done",
    });
  });

  it("is refused by the database too if both halves are one person's", async () => {
    const drawId = await openDraw(test, "constraint");
    const { input } = await propose(drawId);
    const approve = sql`update draw_cancellations set decision = 'approved', decided_by = proposed_by
      where proposal = ${input.proposal}`;
    await expect(test.ctx.db.execute(approve)).rejects.toThrow();
  });

  it("is for people only: no key proposes, approves or withdraws", async () => {
    const drawId = await openDraw(test, "keys");
    const { input } = await propose(drawId);
    const named: Actor = { kind: "admin", name: "key:backup", grants: getKeyGrants(["draws", "refunds"]) };
    for (const ctx of [test.admin, { ...test.ctx, actor: named }]) {
      expect(outcome(await proposeCancellation(ctx, drawId, reason))).toBe("person-required");
      expect(outcome(await approveCancellation(ctx, drawId, input))).toBe("person-required");
      expect(outcome(await withdrawCancellation(ctx, drawId, input))).toBe("person-required");
    }
    expect(roles.filter((role) => roleRights[role].includes("draws"))).toEqual(["admin"]);
  });

  it("needs a fresh passkey for both halves, and the role in the draw's scope", async () => {
    const drawId = await openDraw(test, "fresh");
    const { second, input } = await propose(drawId);
    const stale = { ...second, actor: { ...second.actor, person: { ...second.person, isFresh: false } } as Actor };
    expect(outcome(await approveCancellation(stale, drawId, input))).toBe("passkey-required");
    expect(outcome(await proposeCancellation(stale, drawId, reason))).toBe("passkey-required");
    const elsewhere = await joinConsole(test, [{ role: "admin", scope: { kind: "parent", parentId: "others" } }]);
    expect(outcome(await approveCancellation(elsewhere.ctx, drawId, input))).toBe("draw-not-found");
    const manager = await joinConsole(test, [{ role: "Order Refunder", scope: { kind: "everything" } }]);
    expect(outcome(await approveCancellation(manager.ctx, drawId, input))).toBe("admin-right-missing");
  });

  it("waits a day for the second person, and then can be proposed again", async () => {
    const drawId = await openDraw(test, "a-day");
    const { first, second, input } = await propose(drawId);
    test.clock.advance(proposalMs);
    expect(outcome(await approveCancellation(second, drawId, input))).toBe("proposal-not-found");
    expect(await proposeCancellation(second, drawId, reason)).toEqual({ ok: true, proposal: 2 });
    expect(outcome(await withdrawCancellation(first, drawId, { proposal: 2 }))).toBe("done");
    expect(outcome(await approveCancellation(first, drawId, { proposal: 2 }))).toBe("proposal-not-found");
  });

  it("doesn't count a proposal of somebody who has no access any more", async () => {
    const drawId = await openDraw(test, "left");
    const { first, second, input } = await propose(drawId);
    await revokePerson(test.admin, first.person.id);
    expect(outcome(await approveCancellation(second, drawId, input))).toBe("proposal-not-found");
    expect(await proposeCancellation(second, drawId, reason)).toEqual({ ok: true, proposal: 2 });
  });

  it("is refused once a number is drawn, before and after the proposal", async () => {
    const drawId = await openDraw(test, "drawn");
    await sell(test, drawId);
    const { first, second, input } = await propose(drawId);
    const winner = { poolId: "main", prizeType: "Early Bird", number: 1, drawnAt: test.clock.now().toISOString() };
    const withWinner = drawAt(test.clock.now(), { id: drawId, urlSlug: drawId, winners: [winner] });
    expect(outcome(await importDraw(test.admin, withWinner))).toBe("done");
    expect(outcome(await approveCancellation(second, drawId, input))).toBe("draw-has-winner");
    expect(outcome(await withdrawCancellation(second, drawId, input))).toBe("done");
    expect(outcome(await proposeCancellation(first, drawId, reason))).toBe("draw-has-winner");
  });
});

describe("a cancelled draw", () => {
  it("sells nothing and can't be reopened: not by hand, nor by an import, which can't record a winner either", async () => {
    const drawId = await openDraw(test, "no-more");
    await sell(test, drawId);
    const held = await place(test, drawId);
    await cancelDraw(test, drawId);
    const buy = async () => outcome(await placeOrder(test.ctx, createBasket(drawId), freshKey()));
    expect(await buy()).toBe("draw-cancelled");
    expect(getOutcome(await payOrder(test.ctx, createPayment(held)))).toBe("draw-cancelled");
    expect(outcome(await reopenDraw(test.admin, drawId))).toBe("draw-cancelled");
    expect(outcome(await closeDraw(test.admin, drawId))).toBe("done");
    const now = test.clock.now();
    const later = { id: drawId, urlSlug: drawId };
    expect(outcome(await importDraw(test.admin, drawAt(now, { ...later, name: "Renamed" })))).toBe("done");
    const winner = { poolId: "main", prizeType: "Early Bird", number: 1, drawnAt: now.toISOString() };
    const withWinner = drawAt(now, { ...later, winners: [winner] });
    expect(outcome(await importDraw(test.admin, withWinner))).toBe("draw-cancelled");
    expect(await buy()).toBe("draw-cancelled");
    await expect(test.ctx.db.execute(sql`update draws set closed_at = null`)).rejects.toThrow();
  });

  it("negative control: an order that was held is paid if sales stay open", async () => {
    const payHeld = async (on: TestContext) => {
      const drawId = await openDraw(on, "held");
      const held = await place(on, drawId);
      await cancelDraw(on, drawId);
      return getOutcome(await payOrder(on.ctx, createPayment(held)));
    };
    expect(await withAndWithout(sabotage.cancelledSales, payHeld)).toEqual({
      guarded: "draw-cancelled",
      unguarded: "paid",
    });
  });
});
