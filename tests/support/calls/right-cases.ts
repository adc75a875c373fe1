import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { RouteRow } from "@/app/api/routes/row";
import type { Scope } from "@/lib/people/rules.roles";
import { drawAt } from "@/tests/support/core/test-context";

/**
 * A call's subject: a draw, an order, a device, or a person with a role. From outside of its scope, it must look
 * unknown.
 */
export type Target = {
  parentId: string;
  drawId: string;
  orderId: string;
  deviceId: string;
  seal: string;
  person: TargetPerson;
};

export type TargetPerson = { personId: string; email: string; scope: Scope };

export type RightCase = {
  /** `one`: what the target names. `rows`: a list. `new`: something new. `everything`: all draws at once. */
  about: "one" | "rows" | "new" | "everything";
  query?: (target: Target) => Record<string, string>;
  body?: (target: Target) => unknown;
  /** Restores what another call changes and this one shows. */
  restore?: SQL;
};

export const toName = ({ method, path }: RouteRow) => `${method} ${path}`;

const email = "marie@example.com";
export const orderCode = "SAMECODE";
export const unknown: Target = {
  ...{ parentId: "no-parent", drawId: "no-draw", orderId: "0".repeat(26), deviceId: "0000000000" },
  seal: "0123456789abcdef",
  person: { personId: "no-person", email: "nobody@example.test", scope: { kind: "draw", drawId: "no-draw" } },
};

const teamsOfGroup = { id: "rink", teams: [{ id: "foxes", name: "Foxes" }] };

/** The draw's end has the offset that its zone had until 2026, so an admin must choose a reading. */
export function definition({ drawId: id, parentId }: Pick<Target, "drawId" | "parentId">) {
  const merchantId = id === "own-draw" ? "300200001" : "300200002";
  const bambora = { merchantId, passcode: "passcode", reportingPasscode: "reporting" };
  const teams = [{ ...teamsOfGroup, title: "Teams" }];
  const zone = { timeZone: "America/Vancouver", endDate: "2026-12-19T18:00:00-08:00" };
  const names = { id, urlSlug: id, parentId, userRoles: { [`user-of-${id}`]: ["Teams Manager"] } };
  return { ...drawAt(new Date("2026-11-20T18:00:00Z"), { ...names, ...zone, teams }), apiKeys: { bambora } };
}

/** Each draw has a draft as it was first saved. */
const withDrafts = sql`insert into draw_drafts (draw_id, parent_id, content, revision, base_revision, saved_at)
  select draw_id, parent_id, '{}', 1, revision, now() from draws on conflict (draw_id) do update set revision = 1`;

export const cases: Record<string, RightCase> = {
  "GET /api/admin/draws": { about: "rows" },
  "POST /api/admin/draws": { about: "new", body: definition },
  "POST /api/admin/draws/[id]/open": { about: "one" },
  "POST /api/admin/draws/[id]/close": { about: "one" },
  "POST /api/admin/draws/[id]/archive": { about: "one" },
  "POST /api/admin/draws/[id]/unarchive": { about: "one" },
  "GET /api/admin/draws/[id]/cancellation": { about: "one" },
  "POST /api/admin/draws/[id]/cancellation": { about: "one", body: () => ({ reason: "Called off." }) },
  "POST /api/admin/draws/[id]/cancellation/approve": { about: "one", body: () => ({ proposal: 1 }) },
  "POST /api/admin/draws/[id]/cancellation/withdraw": { about: "one", body: () => ({ proposal: 1 }) },
  "POST /api/admin/draws/[id]/refresh": { about: "one" },
  "POST /api/admin/draws/[id]/free-holds": { about: "one", body: () => ({ unknownOnly: true }) },
  "GET /api/admin/draws/zones": { about: "rows", restore: sql`delete from zone_choices` },
  "POST /api/admin/draws/[id]/zones": { about: "one", body: () => ({ keep: "instant" }) },
  "GET /api/admin/teams": { about: "rows" },
  "GET /api/admin/draws/[id]/teams": { about: "one" },
  "POST /api/admin/draws/[id]/teams": { about: "one", body: () => ({ revision: 1, teams: [teamsOfGroup] }) },
  "GET /api/admin/draws/[id]/history": { about: "one" },
  "GET /api/admin/draws/[id]/report": { about: "one" },
  "GET /api/admin/home": { about: "rows" },
  "GET /api/admin/draws/[id]/definition": { about: "one" },
  "GET /api/admin/keys": { about: "everything" },
  "POST /api/admin/keys": { about: "everything", body: () => ({}) },
  "POST /api/admin/keys/[name]/revoke": { about: "everything" },
  "GET /api/admin/drafts": { about: "rows", restore: withDrafts },
  "POST /api/admin/drafts": { about: "one", body: ({ drawId }) => ({ drawId }) },
  "GET /api/admin/drafts/[id]": { about: "one", restore: withDrafts },
  "POST /api/admin/drafts/[id]": { about: "one", restore: withDrafts, body: () => ({ revision: 1, content: {} }) },
  "POST /api/admin/drafts/[id]/publish": { about: "one", restore: withDrafts, body: () => ({ revision: 1 }) },
  "POST /api/admin/drafts/[id]/discard": { about: "one", restore: withDrafts, body: () => ({ revision: 1 }) },
  "POST /api/admin/drafts/[id]/preview": { about: "one", restore: withDrafts },
  "POST /api/admin/drafts/[id]/try": { about: "one", restore: withDrafts },
  "POST /api/admin/draws/[id]/credentials": {
    about: "one",
    body: ({ drawId, parentId }) => definition({ drawId, parentId }).apiKeys,
  },
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
  "POST /api/admin/orders/[instanceId]/[orderId]/match-receipt": {
    about: "one",
    body: () => ({ number: "00000-00000-00000-00000" }),
  },
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
  "GET /api/admin/persons": { about: "rows" },
  "POST /api/admin/persons": {
    about: "one",
    body: ({ person: { scope } }) => ({ email, name: "Marie Roy", roles: [{ role: "auditor", scope }] }),
  },
  "GET /api/admin/persons/suggestions": { about: "rows" },
  "POST /api/admin/persons/demo": { about: "everything" },
  "POST /api/admin/persons/[personId]": { about: "one", body: () => ({ refundLimit: 100 }) },
  "POST /api/admin/persons/[personId]/invite": { about: "one" },
  "POST /api/admin/persons/[personId]/revoke": { about: "one" },
  "POST /api/admin/payments/[number]/refund": { about: "everything" },
  "GET /api/admin/reconcile": { about: "rows", query: () => ({ day: "2026-11-20" }) },
  "GET /api/admin/invariants": { about: "everything" },
  "POST /api/bambora/onboardMerchant": { about: "everything", body: () => ({}) },
};
