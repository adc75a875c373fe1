import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/actor";
import { sealMarginMs } from "@/lib/audit/rules.chain";
import { sealEntries } from "@/lib/audit/seal-entries";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { invitePerson } from "@/lib/people/invitations/invite-person";
import { peopleChain } from "@/lib/people/rules";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { roles, toGrants } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import { computeAccessScope } from "@/lib/rights";
import { createDevice } from "@/lib/terminal/device/create-device";
import type { Target, TargetPerson } from "@/tests/support/calls/right-cases";
import { cases, definition, orderCode, toName, unknown } from "@/tests/support/calls/right-cases";
import { pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { createTestFeed } from "@/tests/support/core/test-feed";
import type { RouteRow } from "./row";
import { routes } from "./table";

const now = vi.hoisted((): { ctx: Context | null } => ({ ctx: null }));

const dataDir = mkdtempSync(join(tmpdir(), "rights-"));

vi.mock("@/lib/wiring/create-context", () => ({
  createContext: async () => now.ctx,
  findAdminActor: async () => now.ctx?.actor,
  findMonitorActor: () => now.ctx?.actor,
}));
vi.mock("@/lib/platform/server/env", () => ({
  env: () => ({
    CHECKOUT_HOST: "https://tickets.example.test",
    TRUSTED_PROXY_HOPS: 0,
    TIRAGE_MODE: "demo",
    DATA_DIR: dataDir,
  }),
}));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

/** The order in a path, by its secret id or by its code. The orders of both draws have the same code. */
type OrderIdentifier = "id" | "code";

const listOrderIdentifiers = ({ path }: RouteRow): readonly OrderIdentifier[] =>
  path.includes("[orderId]") ? ["id", "code"] : ["id"];

let test: TestContext;
let feed: ReturnType<typeof createTestFeed>;

/** A draw with its order, tablet and parent, and people with a role in each scope. */
type Side = Target & { persons: readonly TargetPerson[] };

const isAboutPerson = ({ method, right, path }: RouteRow) =>
  right === "access" && method === "POST" && path !== "/api/admin/persons/demo";

/** For calls about a person, there is a target in each scope. */
function listTargets(row: RouteRow, side: Side): Target[] {
  return isAboutPerson(row) ? side.persons.map((person) => ({ ...side, person })) : [side];
}

/** One person has a role in the draw, one in all draws of its parent, one in all draws. */
async function inviteTo({ parentId, drawId }: Pick<Target, "parentId" | "drawId">): Promise<TargetPerson[]> {
  const scopes: Scope[] = [{ kind: "draw", drawId }, { kind: "parent", parentId }, { kind: "everything" }];
  return Promise.all(
    scopes.map((scope, at) => restorePerson({ scope, email: `${drawId.replace("-draw", "")}-${at}@example.test` })),
  );
}

/** Also restores the role of a person who was revoked. */
async function restorePerson({ email, scope }: Omit<TargetPerson, "personId">): Promise<TargetPerson> {
  const invited = await invitePerson(test.admin, { email, name: "Jo Roy", roles: [{ role: "auditor", scope }] });
  if (!invited.ok) throw new Error(JSON.stringify(invited));
  return { personId: invited.personId, email, scope };
}

async function sellIn(names: Pick<Target, "parentId" | "drawId">): Promise<Omit<Side, "seal">> {
  const imported = await importDraw(test.admin, definition(names));
  const device = await createDevice(test.admin, { parentId: names.parentId, locationId: "gate", name: "Gate" });
  if (!imported.ok || !device.ok) throw new Error(JSON.stringify([imported, device]));
  const order = await place(test, names.drawId);
  await pay(test.ctx, order);
  await queryRows(test.ctx.db, sql`update orders set order_code = ${orderCode} where order_id = ${order.orderId}`);
  const persons = await inviteTo(names);
  const [person] = persons;
  if (!person) throw new Error("Nobody was invited.");
  return { ...names, orderId: order.orderId, deviceId: device.device.deviceId, person, persons };
}

/** The first seal, as an admin might have saved it. */
async function withSeal(target: Omit<Side, "seal">): Promise<Side> {
  const first = sql`select seal from audit_entries where draw_id = ${target.drawId} and sequence = 1`;
  const [entry] = await queryRows<{ seal: string }>(test.ctx.db, first);
  return { ...target, seal: entry?.seal.slice(0, 16) ?? "" };
}

let own: Side;
let other: Side;

beforeAll(async () => {
  test = await openTestContext();
  feed = createTestFeed();
  for (const drawId of ["own-draw", "other-draw"]) feed.answers.set(drawId, { kind: "unusable", problem: "away" });
  const both = ["own", "other"].map((name) => ({ parentId: `${name}-parent`, drawId: `${name}-draw` }));
  const sold: Omit<Side, "seal">[] = [];
  for (const names of both) sold.push(await sellIn(names));
  test.clock.advance(2 * sealMarginMs);
  await sealEntries(test.ctx);
  const [first, second] = await Promise.all(sold.map(withSeal));
  if (!first || !second) throw new Error("Nothing was sold.");
  [own, other] = [first, second];
});
afterAll(() => test.close());

const adminRows = routes.filter(({ caller }) => caller === "admin");

type Handler = (request: Request, props: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function answer(actor: Actor, row: RouteRow, target: Target, orderKey: OrderIdentifier): Promise<string> {
  const { query, body, restore } = cases[toName(row)] ?? { about: "everything" };
  if (restore) await queryRows(test.ctx.db, restore);
  if (row.path.includes("[personId]") && target !== unknown) await restorePerson(target.person);
  now.ctx = { ...test.ctx, feed, mode: "demo", actor };
  const { drawId, deviceId } = target;
  const params = {
    id: drawId,
    instanceId: drawId,
    orderId: orderKey === "code" ? orderCode : target.orderId,
    deviceId,
    personId: target.person.personId,
    name: "no-key",
    number: target.orderId,
  };
  const url = `https://tickets.example.test${row.path}?${new URLSearchParams(query?.(target))}`;
  const sent = body && { body: JSON.stringify(body(target)), headers: { "content-type": "application/json" } };
  const routeFile = join(process.cwd(), "app", row.path, "route.ts");
  const handlers: Record<string, Handler> = await import(/* @vite-ignore */ routeFile);
  const response = await handlers[row.method]?.(new Request(url, { method: row.method, ...sent }), {
    params: Promise.resolve(params),
  });
  return `${response?.status} ${await response?.text()}`.replaceAll(/"requestId":"[^"]*"/g, "");
}

/** In one word. */
async function callAs(actor: Actor, row: RouteRow, target: Target, orderKey: OrderIdentifier): Promise<string> {
  const text = await answer(actor, row, target, orderKey);
  if (text.includes("admin-right-missing")) return "no right";
  const { about } = cases[toName(row)] ?? { about: "everything" };
  if (about === "rows") {
    const found = [own, other].filter(({ parentId, drawId }) => text.includes(drawId) || text.includes(parentId));
    return found.map(({ drawId }) => (drawId === own.drawId ? "own" : "others'")).join(" and ") || "none";
  }
  if (about === "new" && text.includes(`"duplicate"`)) return "taken";
  const root = { kind: "admin", grants: "all" } as const;
  if (about === "one" && text === (await answer(root, row, unknown, orderKey))) return "unknown";
  return "yes";
}

const scopes = {
  everything: { kind: "everything" },
  parent: { kind: "parent", parentId: "own-parent" },
  draw: { kind: "draw", drawId: "own-draw" },
} as const;

type ScopeName = keyof typeof scopes;

function createActor(role: Role, scope: ScopeName): Actor {
  return { kind: "admin", name: "person:test", grants: toGrants([{ role, scope: scopes[scope] }]) };
}

/** Fails if the outcome depends on how the order is named. */
async function outcomeByKeys(actor: Actor, row: RouteRow, target: Target): Promise<string> {
  const outcomes = new Set<string>();
  for (const orderKey of listOrderIdentifiers(row)) outcomes.add(await callAs(actor, row, target, orderKey));
  return [...outcomes].join(" by id, by code ");
}

/** The outcome for the role in each scope, within it and outside of it. */
async function describeRow(row: RouteRow, role: Role, [within, outside]: readonly [Target, Target]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const scope of Object.keys(scopes) as ScopeName[]) {
    const actor = createActor(role, scope);
    const [inside, beyond] = [await outcomeByKeys(actor, row, within), await outcomeByKeys(actor, row, outside)];
    outcomes.push(inside === beyond ? inside : `${inside} / ${beyond}`);
  }
  return outcomes;
}

/** Counts audit entries about the other scope, and rows that may change without an entry. */
async function countOthers(): Promise<number> {
  const ids = other.persons.map(({ personId }) => personId);
  const ofPerson = sql`draw_id = ${peopleChain} and operator = 'person:test' and (detail ->> 'person' in ${ids}
    or detail ->> 'draw' = 'other-draw' or detail ->> 'parent' = 'other-parent')`;
  const condition = sql`draw_id = any('{other-draw,parent:other-parent}') or ${ofPerson}`;
  const rows = await queryRows(test.ctx.db, sql`select from audit_entries where ${condition}`);
  return rows.length;
}

describe("every call of admins", () => {
  it("has a case here", () => {
    expect(Object.keys(cases).sort()).toEqual(adminRows.map(toName).sort());
  });

  it("changes nothing outside of a scope", async () => {
    const before = await countOthers();
    for (const row of adminRows) {
      for (const scope of ["parent", "draw"] as const) {
        const actor = createActor("admin", scope);
        for (const target of listTargets(row, other)) {
          for (const orderKey of listOrderIdentifiers(row)) await answer(actor, row, target, orderKey);
        }
      }
    }
    expect(await countOthers()).toBe(before);
  });

  it("negative control: the same calls change it where the right holds everywhere", async () => {
    const before = await countOthers();
    for (const row of adminRows) await answer(createActor("admin", "everything"), row, other, "id");
    // More than five calls on the draw, its order and its tablet, and four on its people.
    expect(await countOthers()).toBeGreaterThan(before + 9);
  });

  it("finds no order of another draw by its id under a draw of one's own", async () => {
    const rows = adminRows.filter(({ path }) => path.includes("[orderId]"));
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const crossed = { ...own, orderId: other.orderId };
      for (const actor of [
        createActor("admin", "parent"),
        createActor("admin", "draw"),
        createActor("admin", "everything"),
      ]) {
        expect([toName(row), await callAs(actor, row, crossed, "id")]).toEqual([toName(row), "unknown"]);
      }
    }
  });

  it("asks a person for a fresh passkey for money, tablets, credentials and buyers' data", async () => {
    const asking: string[] = [];
    for (const row of adminRows) {
      const person = { id: "test", sessionId: "none", isFresh: false };
      const actor: Actor = { kind: "admin", grants: toGrants([{ role: "admin", scope: scopes.everything }]), person };
      if ((await answer(actor, row, own, "id")).includes("passkey-required")) asking.push(toName(row));
    }
    // The earlier tests have made the demo's link, which is then only read. An export of orders requires a passkey only
    // for contact details.
    const named = adminRows.filter((row) => row.refusals?.includes("passkey-required")).map(toName);
    const silent = ["POST /api/admin/devices/demo", "POST /api/admin/orders/export"];
    expect(asking).toEqual(named.filter((name) => !silent.includes(name)));
    expect(asking).toHaveLength(20);
  });

  it("opens to each role where its right holds, and shows nothing of the rest", async () => {
    const lines: string[] = [];
    for (const row of adminRows) {
      for (const [at, within] of listTargets(row, own).entries()) {
        const outside = listTargets(row, other)[at] ?? other;
        const byOutcome = new Map<string, Role[]>();
        for (const role of roles) {
          const cells = await describeRow(row, role, [within, outside]);
          const isAllowed =
            computeAccessScope(toGrants([{ role, scope: scopes.everything }]), row.right ?? []) !== null;
          expect([toName(row), role, cells[0] !== "no right"]).toEqual([toName(row), role, isAllowed]);
          const line = cells.join(" | ");
          byOutcome.set(line, [...(byOutcome.get(line) ?? []), role]);
        }
        const call = isAboutPerson(row) ? `${toName(row)} (role of ${within.person.scope.kind})` : toName(row);
        for (const [cells, who] of byOutcome) lines.push(`${call} | ${who.join(", ")} | ${cells}`);
      }
    }
    const head =
      "call | roles | with a scope of everything | of a parent: its own / others' | of a draw: its own / others'";
    await expect([head, ...lines, ""].join("\n")).toMatchFileSnapshot("./rights.txt");
  });
});
