import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/actor";
import { sealMarginMs } from "@/lib/audit/rules.chain";
import { sealEntries } from "@/lib/audit/seal-entries";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import type { Role } from "@/lib/people/rules.roles";
import { roles, toGrants } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import { computeReach } from "@/lib/rights";
import { createDevice } from "@/lib/terminal/device/create-device";
import { pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
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

/** What a call is about: a draw, an order or a device of a scope, which have to look unknown from outside. */
type Target = { parentId: string; drawId: string; orderId: string; deviceId: string; seal: string };

/** The order of a path, by its secret id or by its code, which the orders of both draws share. */
type OrderKey = "id" | "code";

const listOrderKeys = ({ path }: RouteRow): readonly OrderKey[] =>
  path.includes("[orderId]") ? ["id", "code"] : ["id"];

type Case = {
  /** `one` is what the target names, `rows` a list, `new` something new, `everything` all draws at once. */
  about: "one" | "rows" | "new" | "everything";
  query?: (target: Target) => Record<string, string>;
  body?: (target: Target) => unknown;
  /** Restores what another call changes and this one shows. */
  restore?: SQL;
};

let test: TestContext;
let feed: ReturnType<typeof createTestFeed>;

const email = "marie@example.com";
const orderCode = "SAMECODE";
const unknown: Target = {
  ...{ parentId: "no-parent", drawId: "no-draw", orderId: "0".repeat(26), deviceId: "0000000000" },
  seal: "0123456789abcdef",
};

const teamsOfGroup = { id: "rink", teams: [{ id: "foxes", name: "Foxes" }] };

/** The draw's end is written with the offset that its zone had until 2026, so somebody has to choose a reading. */
function definition({ drawId: id, parentId }: Pick<Target, "drawId" | "parentId">) {
  const merchantId = id === "own-draw" ? "300200001" : "300200002";
  const bambora = { merchantId, passcode: "passcode", reportingPasscode: "reporting" };
  const teams = [{ ...teamsOfGroup, title: "Teams" }];
  const zone = { timeZone: "America/Vancouver", endDate: "2026-12-19T18:00:00-08:00" };
  const names = { id, urlSlug: id, parentId };
  return { ...drawAt(new Date("2026-11-20T18:00:00Z"), { ...names, ...zone, teams }), apiKeys: { bambora } };
}

const cases: Record<string, Case> = {
  "GET /api/admin/draws": { about: "rows" },
  "POST /api/admin/draws": { about: "new", body: definition },
  "POST /api/admin/draws/[id]/open": { about: "one" },
  "POST /api/admin/draws/[id]/close": { about: "one" },
  "POST /api/admin/draws/[id]/refresh": { about: "one" },
  "POST /api/admin/draws/[id]/free-holds": { about: "one", body: () => ({ unknownOnly: true }) },
  "GET /api/admin/draws/zones": { about: "rows", restore: sql`delete from zone_choices` },
  "POST /api/admin/draws/[id]/zones": { about: "one", body: () => ({ keep: "instant" }) },
  "GET /api/admin/teams": { about: "rows" },
  "GET /api/admin/draws/[id]/teams": { about: "one" },
  "POST /api/admin/draws/[id]/teams": { about: "one", body: () => ({ revision: 1, teams: [teamsOfGroup] }) },
  "GET /api/admin/draws/[id]/history": { about: "one" },
  "GET /api/admin/draws/[id]/report": { about: "one" },
  "GET /api/admin/keys": { about: "everything" },
  "POST /api/admin/keys": { about: "everything", body: () => ({}) },
  "POST /api/admin/keys/[name]/revoke": { about: "everything" },
  "GET /api/admin/orders": { about: "rows", query: () => ({ order: orderCode }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/refund": { about: "one", body: () => ({}) },
  "POST /api/admin/orders/[instanceId]/[orderId]/resend": { about: "one" },
  "POST /api/admin/orders/[instanceId]/[orderId]/correct": { about: "one", body: () => ({ name: "Marie Roy" }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/settle": { about: "one", body: () => ({ paid: false }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/hide": { about: "one" },
  "POST /api/admin/orders/search": { about: "rows", body: () => ({ q: orderCode }) },
  "GET /api/admin/orders/list": { about: "rows" },
  "POST /api/admin/orders/export": { about: "rows", body: () => ({}) },
  "GET /api/admin/orders/[instanceId]/[orderId]": { about: "one" },
  "POST /api/admin/orders/[instanceId]/[orderId]/notes": { about: "one", body: () => ({ text: "Called back." }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/contact": { about: "one" },
  "POST /api/admin/orders/[instanceId]/[orderId]/cancel": { about: "one" },
  "POST /api/admin/orders/[instanceId]/[orderId]/check": { about: "one" },
  "GET /api/admin/devices": { about: "rows" },
  "POST /api/admin/devices": {
    about: "new",
    body: ({ parentId }) => ({ parentId, locationId: "gate", name: "Gate" }),
  },
  "POST /api/admin/devices/demo": { about: "everything" },
  "GET /api/admin/devices/history": { about: "one", query: ({ parentId }) => ({ parentId }) },
  "POST /api/admin/devices/[deviceId]/renew": { about: "one" },
  "POST /api/admin/devices/[deviceId]/settings": { about: "one", body: () => ({ listsOthers: true }) },
  "POST /api/admin/devices/[deviceId]/revoke": { about: "one" },
  "GET /api/admin/history": { about: "rows" },
  "GET /api/admin/history/revision": { about: "one", query: ({ drawId: draw }) => ({ draw, revision: "1" }) },
  "GET /api/admin/history/seal": { about: "one", query: ({ drawId, seal }) => ({ head: `${drawId}=1:${seal}` }) },
  "POST /api/admin/people/export": { about: "rows", body: () => ({ email }) },
  "POST /api/admin/people/erase": { about: "rows", body: () => ({ email, dryRun: true }) },
  "POST /api/admin/payments/[number]/refund": { about: "everything" },
  "GET /api/admin/reconcile": { about: "rows", query: () => ({ day: "2026-11-20" }) },
  "GET /api/admin/invariants": { about: "everything" },
  "POST /api/bambora/onboardMerchant": { about: "everything", body: () => ({}) },
};

async function sellIn(names: Pick<Target, "parentId" | "drawId">): Promise<Omit<Target, "seal">> {
  const imported = await importDraw(test.admin, definition(names));
  const device = await createDevice(test.admin, { parentId: names.parentId, locationId: "gate", name: "Gate" });
  if (!imported.ok || !device.ok) throw new Error(JSON.stringify([imported, device]));
  const order = await place(test, names.drawId);
  await pay(test.ctx, order);
  await queryRows(test.ctx.db, sql`update orders set order_code = ${orderCode} where order_id = ${order.orderId}`);
  return { ...names, orderId: order.orderId, deviceId: device.device.deviceId };
}

/** Adds the draw's first seal, as somebody saved it. */
async function withSeal(target: Omit<Target, "seal">): Promise<Target> {
  const first = sql`select seal from audit_entries where draw_id = ${target.drawId} and sequence = 1`;
  const [entry] = await queryRows<{ seal: string }>(test.ctx.db, first);
  return { ...target, seal: entry?.seal.slice(0, 16) ?? "" };
}

let own: Target;
let other: Target;

beforeAll(async () => {
  test = await openTestContext();
  feed = createTestFeed();
  for (const drawId of ["own-draw", "other-draw"]) feed.answers.set(drawId, { kind: "unusable", problem: "away" });
  const both = ["own", "other"].map((name) => ({ parentId: `${name}-parent`, drawId: `${name}-draw` }));
  const sold: Omit<Target, "seal">[] = [];
  for (const names of both) sold.push(await sellIn(names));
  test.clock.advance(2 * sealMarginMs);
  await sealEntries(test.ctx);
  const [first, second] = await Promise.all(sold.map(withSeal));
  if (!first || !second) throw new Error("Nothing was sold.");
  [own, other] = [first, second];
});
afterAll(() => test.close());

/** Calls of admins, except about access, which is a matter of roles and tested beside `lib/people`. */
const adminRows = routes.filter(({ caller, right }) => caller === "admin" && right !== "access");
const toName = ({ method, path }: RouteRow) => `${method} ${path}`;

type Handler = (request: Request, props: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function answer(actor: Actor, row: RouteRow, target: Target, orderKey: OrderKey): Promise<string> {
  const { query, body, restore } = cases[toName(row)] ?? { about: "everything" };
  if (restore) await queryRows(test.ctx.db, restore);
  now.ctx = { ...test.ctx, feed, mode: "demo", actor };
  const { drawId, deviceId } = target;
  const params = {
    id: drawId,
    instanceId: drawId,
    orderId: orderKey === "code" ? orderCode : target.orderId,
    deviceId,
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

/** The outcome of a call, in a word. */
async function callAs(actor: Actor, row: RouteRow, target: Target, orderKey: OrderKey): Promise<string> {
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

/** The outcome of a call, which has to be the same however the order is named. */
async function outcomeByKeys(actor: Actor, row: RouteRow, target: Target): Promise<string> {
  const outcomes = new Set<string>();
  for (const orderKey of listOrderKeys(row)) outcomes.add(await callAs(actor, row, target, orderKey));
  return [...outcomes].join(" by id, by code ");
}

/** The row of a role and a call, with the outcome in each scope, within it and outside of it. */
async function describeRow(row: RouteRow, role: Role): Promise<string[]> {
  const outcomes: string[] = [];
  for (const scope of Object.keys(scopes) as ScopeName[]) {
    const actor = createActor(role, scope);
    const [within, outside] = [await outcomeByKeys(actor, row, own), await outcomeByKeys(actor, row, other)];
    outcomes.push(within === outside ? within : `${within} / ${outside}`);
  }
  return outcomes;
}

/** Counts entries about the other scope, and what may change without one. */
async function countOthers(): Promise<number> {
  const condition = sql`draw_id = any('{other-draw,parent:other-parent}')`;
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
        for (const orderKey of listOrderKeys(row)) await answer(createActor("admin", scope), row, other, orderKey);
      }
    }
    expect(await countOthers()).toBe(before);
  });

  it("negative control: the same calls change it where the right holds everywhere", async () => {
    const before = await countOthers();
    for (const row of adminRows) await answer(createActor("admin", "everything"), row, other, "id");
    expect(await countOthers()).toBeGreaterThan(before + 5);
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
    // The demo's link is made once, by the earlier tests; whoever has the right sees it again. An export of orders asks
    // only for contact details.
    const named = adminRows.filter((row) => row.refusals?.includes("passkey-required")).map(toName);
    const silent = ["POST /api/admin/devices/demo", "POST /api/admin/orders/export"];
    expect(asking).toEqual(named.filter((name) => !silent.includes(name)));
    expect(asking).toHaveLength(11);
  });

  it("opens to each role where its right holds, and shows nothing of the rest", async () => {
    const lines: string[] = [];
    for (const row of adminRows) {
      const byOutcome = new Map<string, Role[]>();
      for (const role of roles) {
        const cells = await describeRow(row, role);
        const isAllowed = computeReach(toGrants([{ role, scope: scopes.everything }]), row.right ?? []) !== null;
        expect([toName(row), role, cells[0] !== "no right"]).toEqual([toName(row), role, isAllowed]);
        const line = cells.join(" | ");
        byOutcome.set(line, [...(byOutcome.get(line) ?? []), role]);
      }
      for (const [cells, who] of byOutcome) lines.push(`${toName(row)} | ${who.join(", ")} | ${cells}`);
    }
    const head =
      "call | roles | with a scope of everything | of a parent: its own / others' | of a draw: its own / others'";
    await expect([head, ...lines, ""].join("\n")).toMatchFileSnapshot("./rights.txt");
  });
});
