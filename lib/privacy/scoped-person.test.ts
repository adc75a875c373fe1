import { afterEach, beforeEach, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { revokePerson } from "@/lib/people/revoke-person";
import { toGrants } from "@/lib/people/rules.roles";
import { inviteToConsole } from "@/tests/support/core/console-people";
import { hasKnownBuyer, openDrawWithWinner, placePlanted, planted } from "@/tests/support/core/planted-person";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { erasePerson } from "./erase-person";
import { exportBuyer } from "./export-buyer";

const { email } = planted;

let test: TestContext;
let scoped: Context;
let orders: Awaited<ReturnType<typeof placePlanted>>[];

beforeEach(async () => {
  test = await openTestContext();
  const person = { id: "jo", sessionId: "S1", isFresh: true };
  const grants = toGrants([{ role: "admin", scope: { kind: "parent", parentId: "arena" } }]);
  scoped = { ...test.ctx, actor: { kind: "admin", name: "person:jo", grants, person } };
  orders = [];
  for (const [id, parentId] of [
    ["own", "arena"],
    ["other", "others"],
  ] as const) {
    await openDrawWithWinner(test, id, { parentId });
    const order = await placePlanted(test, id);
    await cancelOrder(test.ctx, order);
    orders.push(order);
  }
});
afterEach(() => test.close());

it("a person is exported within the caller's scope, and nothing tells whether there is more", async () => {
  const own = await exportBuyer(scoped, { email });
  const [first] = orders;
  expect(own).toEqual({
    ok: true,
    email,
    exportedAt: test.clock.now().toISOString(),
    orders: [expect.objectContaining({ orderCode: first?.orderCode })],
    access: null,
  });
  expect(await exportBuyer(test.admin, { email })).toMatchObject({ orders: [{}, {}] });
});

it("a person is erased within the caller's scope alone, and nothing tells whether there is more", async () => {
  const [first, second] = orders;
  if (!first || !second) throw new Error("There are no orders.");
  const erased = [{ drawId: "own", orderCode: first.orderCode }];
  expect(await erasePerson(scoped, { email, dryRun: true })).toEqual({
    ok: true,
    erased,
    kept: [],
    unfinished: 0,
    access: null,
  });
  expect(await hasKnownBuyer(test, first)).toBe(true);
  expect(await erasePerson(scoped, { email })).toEqual({ ok: true, erased, kept: [], unfinished: 0, access: null });
  expect([await hasKnownBuyer(test, first), await hasKnownBuyer(test, second)]).toEqual([false, true]);
  expect(await erasePerson(scoped, { email })).toEqual({ ok: true, erased: [], kept: [], unfinished: 0, access: null });
  // Control: an admin who has the right everywhere erases the rest.
  expect(await erasePerson(test.admin, { email })).toMatchObject({ erased: [{ drawId: "other" }] });
  expect(await hasKnownBuyer(test, second)).toBe(false);
});

it("a person of the console is exported and erased by who may do so everywhere, and by nobody else", async () => {
  const invited = await inviteToConsole(test.admin, undefined, email);
  await revokePerson(test.admin, invited.personId);
  expect(await exportBuyer(scoped, { email })).toMatchObject({ access: null });
  expect(await erasePerson(scoped, { email })).toMatchObject({ access: null });
  expect(await exportBuyer(test.admin, { email })).toMatchObject({ access: { personId: invited.personId } });
  expect(await erasePerson(test.admin, { email })).toMatchObject({ access: "erased" });
  expect(await exportBuyer(test.admin, { email })).toMatchObject({ access: null });
});
