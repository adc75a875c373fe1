import { afterAll, beforeAll, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { issueDemoLinks } from "./issue-demo-links";
import { openDemoSession } from "./open-demo-session";
import { lifetimesMs } from "./rules";
import type { Role } from "./rules.roles";
import { roles, toGrants } from "./rules.roles";
import { authenticatePerson } from "./sessions/authenticate-person";

let test: TestContext;
let demo: Context;

beforeAll(async () => {
  test = await openTestContext();
  demo = { ...test.ctx, mode: "demo" };
});
afterAll(() => test.close());

const browser = { browser: null, userAgent: "", ipAddress: "192.0.2.1" };

async function linksOf(): Promise<Map<Role, string>> {
  const issued = await issueDemoLinks({ ...test.admin, mode: "demo" });
  if (!issued.ok) throw new Error(issued.reason);
  return new Map(issued.links.map(({ role, link }) => [role, link.split(".").at(-1) ?? ""]));
}

it("each role of the demo has a link that stays the same, and signs in as often as one likes", async () => {
  const links = await linksOf();
  expect([...links.keys()]).toEqual([...roles]);
  expect(await linksOf()).toEqual(links);
  for (const role of roles) {
    for (const _time of [1, 2]) {
      const opened = await openDemoSession(demo, { role, token: links.get(role) ?? "" }, browser);
      if (!opened.ok) throw new Error(opened.reason);
      const found = await authenticatePerson(demo, opened.session);
      const grants = toGrants([{ role, scope: { kind: "everything" } }]);
      expect(found).toMatchObject({ ok: true, actor: { grants, person: { isFresh: true } } });
    }
  }
});

it("a session of the demo stays fresh", async () => {
  const token = (await linksOf()).get("admin") ?? "";
  const opened = await openDemoSession(demo, { role: "admin", token }, browser);
  test.clock.advance(lifetimesMs.fresh * 2);
  const found = await authenticatePerson(demo, opened.ok ? opened.session : "");
  expect(found).toMatchObject({ actor: { person: { isFresh: true } } });
});

it("a link opens no other role, and nothing in any other mode, where its sessions end too", async () => {
  const links = await linksOf();
  const token = links.get("auditor") ?? "";
  expect(await openDemoSession(demo, { role: "admin", token }, browser)).toMatchObject({ reason: "not-found" });
  const opened = await openDemoSession(demo, { role: "auditor", token }, browser);
  const session = opened.ok ? opened.session : "";
  for (const mode of ["test", "live"] as const) {
    const ctx = { ...test.ctx, mode };
    expect(await issueDemoLinks({ ...test.admin, mode })).toEqual({ ok: false, reason: "not-found" });
    expect(await openDemoSession(ctx, { role: "auditor", token }, browser)).toEqual({ ok: false, reason: "not-found" });
    expect((await authenticatePerson(ctx, session)).ok).toBe(false);
  }
  expect((await authenticatePerson(demo, session)).ok).toBe(true);
});
