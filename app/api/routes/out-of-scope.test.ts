import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hidePurchase } from "@/lib/activity/hide-purchase";
import { addNote } from "@/lib/console/orders/add-note";
import { listOrders } from "@/lib/console/orders/list-orders";
import { searchOrders } from "@/lib/console/orders/search-orders";
import { showContact } from "@/lib/console/orders/show-contact";
import { viewOrder } from "@/lib/console/orders/view-order";
import type { Context } from "@/lib/context";
import { changeCredentials } from "@/lib/drafts/change-credentials";
import { createDraft } from "@/lib/drafts/create-draft";
import { createPreview } from "@/lib/drafts/create-preview";
import { createTestCopy } from "@/lib/drafts/create-test-copy";
import { exportDraw } from "@/lib/drafts/export-draw";
import { publishDraft } from "@/lib/drafts/publish-draft";
import { saveDraft } from "@/lib/drafts/save-draft";
import { viewDraft } from "@/lib/drafts/view-draft";
import { archiveDraw } from "@/lib/draws/archive-draw";
import { approveCancellation } from "@/lib/draws/cancel/approve-cancellation";
import { proposeCancellation } from "@/lib/draws/cancel/propose-cancellation";
import { checkSeal } from "@/lib/history/check-seal";
import { listHistory } from "@/lib/history/list-history";
import { viewRevision } from "@/lib/history/view-revision";
import { cancelAsAdmin } from "@/lib/orders/holds/cancel-order";
import { changePerson } from "@/lib/people/change-person";
import { inviteAgain } from "@/lib/people/invitations/invite-again";
import { invitePerson } from "@/lib/people/invitations/invite-person";
import { revokePerson } from "@/lib/people/revoke-person";
import type { Scope } from "@/lib/people/rules.roles";
import { viewCancellation } from "@/lib/refunds/view-cancellation";
import { changeTeams } from "@/lib/teams/change-teams";
import { viewTeams } from "@/lib/teams/view-teams";
import { changeDevice } from "@/lib/terminal/device/change-device";
import { renewDevice } from "@/lib/terminal/device/renew-device";
import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import { freshEmail, inviteToConsole, joinConsole } from "@/tests/support/core/console-people";
import { issueTestDevice } from "@/tests/support/core/issued-device";
import { sell } from "@/tests/support/core/orders";
import { recordStatements } from "@/tests/support/core/record-statements";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";

/** The ids of one world: that of another organizer, or one where nothing exists. */
type Ids = { drawId: string; orderId: string; personId: string; deviceId: string };

let test: TestContext;
let others: Ids;
let own: Context;

const nothing: Ids = {
  drawId: "of-nobody",
  orderId: "0".repeat(26),
  personId: "nobodyAtAll12345",
  deviceId: "nowhere",
};

const hawks: Scope = { kind: "parent", parentId: "hawks" };
const owls: Scope = { kind: "parent", parentId: "owls" };

beforeAll(async () => {
  test = await openTestContext();
  await importTestDraw(test.admin, drawAt(test.clock.now(), { id: "of-hawks", parentId: "hawks" }));
  await importTestDraw(test.admin, drawAt(test.clock.now(), { id: "of-owls", parentId: "owls" }));
  await createDraft(test.admin, { drawId: "of-owls" });
  const { orderId } = await sell(test, "of-owls");
  const { personId } = await inviteToConsole(test.admin, [{ role: "Order Manager", scope: owls }]);
  const { deviceId } = (await issueTestDevice(test, "owls")).device;
  others = { drawId: "of-owls", orderId, personId, deviceId };
  own = (await joinConsole(test, [{ role: "admin", scope: hawks }])).ctx;
});
afterAll(() => test.close());

const account = { merchantId: "300200009", passcode: "passcode" };

const roleIn = (drawId: string) => ({ role: "auditor", scope: { kind: "draw", drawId } });

const keyOf = ({ drawId, orderId }: Ids) => ({ instanceId: drawId, orderId });

const calls: Record<string, (ctx: Context, ids: Ids) => Promise<unknown>> = {
  "change a person": (ctx, { personId }) => changePerson(ctx, personId, { endsAt: null }),
  "give a person a role": (ctx, { personId }) => changePerson(ctx, personId, { give: [roleIn("of-hawks")] }),
  "revoke a person": (ctx, { personId }) => revokePerson(ctx, personId),
  "invite a person again": (ctx, { personId }) => inviteAgain(ctx, personId),
  "invite somebody to a draw": (ctx, { drawId }) =>
    invitePerson(ctx, { email: "new@example.test", name: "New", roles: [roleIn(drawId)] }),
  "view teams": (ctx, { drawId }) => viewTeams(ctx, drawId),
  "change teams": (ctx, { drawId }) => changeTeams(ctx, drawId, { revision: 1, teams: [] }),
  "view a cancellation": (ctx, { drawId }) => viewCancellation(ctx, drawId),
  "propose a cancellation": (ctx, { drawId }) => proposeCancellation(ctx, drawId, { reason: "Called off." }),
  "approve a cancellation": (ctx, { drawId }) => approveCancellation(ctx, drawId, { proposal: 1 }),
  "archive a draw": (ctx, { drawId }) => archiveDraw(ctx, drawId),
  "view a draft": (ctx, { drawId }) => viewDraft(ctx, drawId),
  "save a draft": (ctx, { drawId }) => saveDraft(ctx, drawId, { revision: 1, content: {} }),
  "publish a draft": (ctx, { drawId }) => publishDraft(ctx, drawId, { revision: 1 }),
  "preview a draft": (ctx, { drawId }) => createPreview(ctx, drawId),
  "try a draft": (ctx, { drawId }) => createTestCopy(ctx, drawId),
  "start to change a draw": (ctx, { drawId }) => createDraft(ctx, { drawId }),
  "start from an earlier version": (ctx, { drawId }) => createDraft(ctx, { drawId, revision: 1 }),
  "start from a file": (ctx, { drawId }) => createDraft(ctx, { drawId, content: { name: "New" } }),
  "export a draw": (ctx, { drawId }) => exportDraw(ctx, drawId, "stored"),
  "export a draft": (ctx, { drawId }) => exportDraw(ctx, drawId, "draft"),
  "start the next draw": (ctx, { drawId }) => createDraft(ctx, { drawId: "next", copyOf: drawId }),
  "change credentials": (ctx, { drawId }) => changeCredentials(ctx, drawId, { bambora: account }),
  "search by card": (ctx, { drawId }) => searchOrders(ctx, { lastFour: "1234", instanceId: drawId, day: "2026-11-20" }),
  "search by ticket": (ctx, { drawId }) => searchOrders(ctx, { q: "1", instanceId: drawId }),
  "search by name": (ctx, { drawId }) => searchOrders(ctx, { q: "marie", instanceId: drawId }),
  "search by email": (ctx, { drawId }) => searchOrders(ctx, { q: "marie@example.com", instanceId: drawId }),
  "list orders": (ctx, { drawId }) => listOrders(ctx, { instanceId: drawId }),
  "view an order": (ctx, ids) => viewOrder(ctx, keyOf(ids)),
  "show a contact": (ctx, ids) => showContact(ctx, keyOf(ids)),
  "add a note": (ctx, ids) => addNote(ctx, keyOf(ids), { text: "Called." }),
  "hide a purchase": (ctx, ids) => hidePurchase(ctx, keyOf(ids)),
  "cancel an order": (ctx, ids) => cancelAsAdmin(ctx, keyOf(ids)),
  "view a revision": (ctx, { drawId }) => viewRevision(ctx, { draw: drawId, revision: "1" }),
  "check a seal": (ctx, { drawId }) => checkSeal(ctx, { head: `${drawId}=1:${"A".repeat(16)}` }),
  "list a draw's history": (ctx, { drawId }) => listHistory(ctx, { chain: drawId }),
  "renew a tablet": (ctx, { deviceId }) => renewDevice(ctx, deviceId),
  "change a tablet": (ctx, { deviceId }) => changeDevice(ctx, deviceId, { listsOthers: true }),
  "revoke a tablet": (ctx, { deviceId }) => revokeDevice(ctx, deviceId),
};

/** What a caller could tell apart: the answer, and how long it took, for which the statements stand. */
async function observe(ctx: Context, call: (typeof calls)[string], ids: Ids) {
  const recorded = recordStatements(ctx);
  const answer = await call(recorded.ctx, ids);
  return { answer, statements: recorded.statements };
}

describe("what is out of scope", () => {
  it.each(Object.entries(calls))("is answered like what doesn't exist, by the same statements: %s", async (_, call) => {
    const [of, none] = [await observe(own, call, others), await observe(own, call, nothing)];
    expect(of.statements.length).toBeGreaterThan(0);
    expect(of).toEqual(none);
  });

  it("negative control: an admin of everything gets other answers or other statements for each", async () => {
    const same: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      // Each call finds what the one before may have ended.
      const person = await inviteToConsole(test.admin, [{ role: "Order Manager", scope: owls }], freshEmail());
      const { deviceId } = (await issueTestDevice(test, "owls")).device;
      const fresh = { ...others, personId: person.personId, deviceId };
      const [of, none] = [await observe(test.admin, call, fresh), await observe(test.admin, call, nothing)];
      if (JSON.stringify(of) === JSON.stringify(none)) same.push(name);
    }
    expect(same).toEqual([]);
  });
});
