import { afterEach, beforeEach, expect, it } from "vitest";

import { toGrants } from "@/lib/people/rules.roles";
import { asTestDevice, sellForCash } from "@/tests/support/core/cash";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { reconcileDay } from "./reconcile-day";

let test: TestContext;

const draws = [
  { id: "alone", parentId: "arena", merchantId: "1000" },
  { id: "sharing", parentId: "arena", merchantId: "2000" },
  { id: "foreign", parentId: "others", merchantId: "2000" },
];

beforeEach(async () => {
  test = await openTestContext(new Date("2026-11-20T18:00:00Z"));
  for (const { id, parentId, merchantId } of draws) {
    const bambora = { merchantId, passcode: "passcode", reportingPasscode: "reporting" };
    await openDraw(test, id, { parentId, terminal: { allowAnonymousCash: true }, apiKeys: { bambora } });
    await pay(test.ctx, await place(test, id));
    await sellForCash(asTestDevice(test, { parentId, deviceId: `gate-${id}` }), id);
  }
});
afterEach(() => test.close());

/** Lists the draws whose card payments and whose cash an auditor of these parents sees. */
async function seenBy(...parentIds: string[]) {
  const roles = parentIds.map((parentId) => ({ role: "auditor", scope: { kind: "parent", parentId } }) as const);
  const closed = await reconcileDay({ ...test.ctx, actor: { kind: "admin", grants: toGrants(roles) } }, "2026-11-20");
  if (!closed.ok) throw new Error(closed.reason);
  const { draws: money, cash, differences, open } = closed;
  return {
    money: money.map(({ instanceId, own }) => [instanceId, own.capturedCents]),
    cash: cash.map(({ instanceId }) => instanceId).sort(),
    others: [differences, open].flat(),
  };
}

it("a day's card payments are shown to whose scope has all draws of their account, cash by draw", async () => {
  expect(await seenBy("arena")).toEqual({ money: [["alone", 1000]], cash: ["alone", "sharing"], others: [] });
  expect(await seenBy("others")).toEqual({ money: [], cash: ["foreign"], others: [] });
  expect(await seenBy("arena", "others")).toEqual({
    money: [
      ["alone", 1000],
      ["foreign", 1000],
      ["sharing", 1000],
    ],
    cash: ["alone", "foreign", "sharing"],
    others: [],
  });
});
