import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { changePerson } from "@/lib/people/change-person";
import { inviteAgain } from "@/lib/people/invitations/invite-again";
import { invitePerson } from "@/lib/people/invitations/invite-person";
import { issueDemoLinks } from "@/lib/people/issue-demo-links";
import { revokePerson } from "@/lib/people/revoke-person";
import { lifetimesMs } from "@/lib/people/rules";
import { authenticatePerson } from "@/lib/people/sessions/authenticate-person";
import { joinConsole } from "@/tests/support/core/console-people";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

let test: TestContext;
let admin: Context;
let stale: Context;
let people = 0;

beforeAll(async () => {
  test = await openTestContext();
  const person = await joinConsole(test);
  admin = { ...person.ctx, mode: "demo" };
  test.clock.advance(lifetimesMs.fresh);
  const found = await authenticatePerson(test.ctx, person.session);
  if (!found.ok) throw new Error(found.reason);
  stale = { ...admin, actor: found.actor };
});
afterAll(() => test.close());

const roles = [{ role: "auditor", scope: { kind: "everything" } }];

const invite = (ctx: Context) => invitePerson(ctx, { email: `fresh-${people++}@example.test`, name: "Jo Roy", roles });

async function somebody(): Promise<string> {
  const invited = await invite(test.admin);
  if (!invited.ok) throw new Error(invited.reason);
  return invited.personId;
}

describe("a passkey of the last five minutes is needed", () => {
  it.each<[string, (ctx: Context, personId: string) => Promise<{ ok: boolean }>]>([
    ["to invite somebody", (ctx) => invite(ctx)],
    ["to invite somebody again", (ctx, personId) => inviteAgain(ctx, personId)],
    ["to give a role", (ctx, personId) => changePerson(ctx, personId, { give: [{ ...roles[0], role: "admin" }] })],
    ["to withdraw a role", (ctx, personId) => changePerson(ctx, personId, { withdraw: roles })],
    ["to set an end", (ctx, personId) => changePerson(ctx, personId, { endsAt: "2040-01-01T00:00:00Z" })],
    ["to revoke somebody", (ctx, personId) => revokePerson(ctx, personId)],
    ["for the links of a demo", (ctx) => issueDemoLinks(ctx)],
  ])("%s, and a key is exempt", async (_what, act) => {
    expect(await act(stale, await somebody())).toEqual({ ok: false, reason: "passkey-required" });
    expect(await act(admin, await somebody())).toMatchObject({ ok: true });
    expect(await act({ ...admin, actor: test.admin.actor }, await somebody())).toMatchObject({ ok: true });
  });
});
