import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminKeyView } from "@/lib/keys/rules";
import { computeAccessScope, getKeyGrants, keyRights } from "@/lib/rights";
import type { ApiRoute } from "@/tests/support/calls/api-routes";
import { apiRoutes, toPath } from "@/tests/support/calls/api-routes";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { runAdmin } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";

type CreatedKey = { key: string; adminKey: AdminKeyView };

let server: Server;
let keys = 0;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function createKey(at: Server, rights: readonly string[], name?: string): Promise<string> {
  keys += 1;
  const body = { name: name ?? `key-${keys}`, rights, days: 1 };
  const created = await adminCall<CreatedKey>(at, "POST", "/api/admin/keys", body);
  expect(created).toMatchObject({ status: 201, body: { adminKey: { state: "active", rights } } });
  return created.body.key;
}

const target = { drawId: "no-such-draw", orderId: "X".repeat(26) };

function callAs(key: string, { method, ...route }: ApiRoute) {
  const body = method === "POST" ? (route.body?.(target) ?? {}) : undefined;
  return adminCall({ url: server.url, adminKey: key }, method, toPath(route, target), body);
}

const adminRoutes = apiRoutes.filter(({ caller }) => caller === "admin");
const namedRoutes = adminRoutes.map((route) => [`${route.method} ${route.route}`, route] as const);

describe("every admin route", () => {
  const only = new Map<string, string>();
  const allBut = new Map<string, string>();

  beforeAll(async () => {
    for (const word of keyRights) only.set(word, await createKey(server, [word]));
  });

  /** Words of a key that grant what the route requires. */
  const wordsOf = ({ right = [] }: ApiRoute) =>
    keyRights.filter((word) => computeAccessScope(getKeyGrants([word]), right) !== null);

  async function keyWithout(words: readonly string[]): Promise<string> {
    const others = keyRights.filter((word) => !words.includes(word));
    const key = allBut.get(others.join()) ?? (await createKey(server, others));
    allBut.set(others.join(), key);
    return key;
  }

  it.each(namedRoutes)("%s needs its right and no other", async (_name, route) => {
    const words = wordsOf(route);
    const refused = await callAs(await keyWithout(words), route);
    expect(refused).toMatchObject({
      status: 403,
      body: { reason: "admin-right-missing", fields: [{ field: [route.right].flat()[0], problem: "required" }] },
    });
    for (const word of words) {
      const allowed = await callAs(only.get(word) ?? "", route);
      expect(allowed.status).not.toBe(401);
      expect(allowed.body.reason).not.toBe("admin-right-missing");
    }
  });

  it("opens to one right of a key, the home to two, or is of keys, access, contacts or all histories; each right has a route", () => {
    const counts = new Map(adminRoutes.map((route) => [`${route.method} ${route.route}`, wordsOf(route).length]));
    const closed = [...counts].filter(([, count]) => count === 0).map(([call]) => call);
    const withoutWord: readonly unknown[] = ["keys", "access", "contacts", "history"];
    const ofRoot = adminRoutes.filter(({ right }) => withoutWord.includes(right));
    expect(closed).toEqual(ofRoot.map(({ method, route }) => `${method} ${route}`));
    expect([...counts].filter(([, count]) => count > 1)).toEqual([["GET /api/admin/home", 2]]);
    expect(new Set(adminRoutes.flatMap(wordsOf))).toEqual(new Set(keyRights));
  });
});

describe("a named key", () => {
  it("acts under its own name, whatever is claimed; the root key still tells a name", async () => {
    const key = await createKey(server, ["draws"], "marie");
    const draw = drawWith({ id: "of-marie" });
    await importDraw({ url: server.url, adminKey: key }, draw);
    const headers = { authorization: `Bearer ${key}`, "x-admin-name": "Robin" };
    const close = await fetch(`${server.url}/api/admin/draws/of-marie/close`, { method: "POST", headers });
    expect(close.status).toBe(200);
    const byRoot = { ...headers, authorization: `Bearer ${server.adminKey}` };
    const open = await fetch(`${server.url}/api/admin/draws/of-marie/open`, { method: "POST", headers: byRoot });
    expect(open.status).toBe(200);
    const history = await adminCall<{ entries: { action: string; operator: string }[] }>(
      server,
      "GET",
      "/api/admin/draws/of-marie/history",
    );
    const who = new Map(history.body.entries.map(({ action, operator }) => [action, operator]));
    expect([who.get("draw-imported"), who.get("draw-closed"), who.get("draw-opened")]).toEqual([
      "key:marie",
      "key:marie",
      "Robin",
    ]);
  });

  it.each(["Key: marie", "person:jo", " PERSON : jo"])("can't be claimed, nor a person's: %s", async (name) => {
    const headers = { authorization: `Bearer ${server.adminKey}`, "x-admin-name": encodeURIComponent(name) };
    const answer = await fetch(`${server.url}/api/admin/draws`, { headers });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ fields: [{ field: "X-Admin-Name", problem: "reserved" }] });
  });

  it.runIf(onPostgres)("refunds with its right, and its name is in the order's entries", async () => {
    const key = await createKey(server, ["refunds"], "treasurer");
    await importDraw(server, drawWith({ id: "refunded-by-key" }));
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: "refunded-by-key" })).body;
    expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
    const refundPath = `/api/admin/orders/refunded-by-key/${order.orderId}/refund`;
    expect((await adminCall({ url: server.url, adminKey: key }, "POST", refundPath, {})).status).toBe(200);
    const query = `select distinct operator from audit_entries where order_id = '${order.orderId}' and actor_kind = 'admin'`;
    expect(await runStatements(server.databaseUrl ?? "", [query])).toEqual([{ operator: "key:treasurer" }]);
  });

  it("is shown once: the list doesn't have it", async () => {
    const key = await createKey(server, ["orders"], "shown-once");
    const listed = await adminCall(server, "GET", "/api/admin/keys");
    expect(JSON.stringify(listed.body)).toContain("shown-once");
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(-20));
  });

  it("opens from an IP address whose wrong keys have become too many", async () => {
    const key = await createKey(server, ["draws"]);
    const ipAddress = { "x-forwarded-for": "10.20.30.40" };
    const call = (bearer: string) =>
      fetch(`${server.url}/api/admin/draws`, { headers: { authorization: `Bearer ${bearer}`, ...ipAddress } });
    const wrong = `${key.slice(0, -4)}AAAA`;
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await call(wrong)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect((await call(key)).status).toBe(200);
  });
});

describe("npm run admin-key", () => {
  const run = (...words: string[]) => runAdmin("admin-key", server, words);

  it("makes a key, lists it and revokes it", async () => {
    const made = await run("create", "command", "--rights", "reports,people", "--days", "30");
    expect(made).toMatchObject({ code: 0 });
    const key = made.stdout.split("\n")[0] ?? "";
    const reads = () => adminCall({ url: server.url, adminKey: key }, "GET", "/api/admin/reconcile?day=2026-11-20");
    expect((await reads()).status).toBe(200);
    expect((await run("list")).stdout).toMatch(/command +active +\S+ +reports, people/);
    expect((await run("revoke", "command")).stdout).toContain("Revoked the key of command");
    expect(await reads()).toMatchObject({ status: 401, body: { reason: "admin-key-wrong" } });
    expect((await run("list")).stdout).toMatch(/command +revoked/);
    const again = await run("create", "command", "--rights", "people", "--days", "1");
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("name") });
  });
});

describe.runIf(onPostgres)("two processes", () => {
  let running: Servers;

  beforeAll(async () => {
    running = await startServers(2);
  });
  afterAll(() => running?.stop());

  const statusAt = async (url: string, adminKey: string) =>
    (await adminCall({ url, adminKey }, "GET", "/api/admin/draws")).status;
  const statuses = (key: string) => Promise.all(running.servers.map(({ url }) => statusAt(url, key)));

  it("take a key at once, and refuse it at once when either revoked it", async () => {
    const [first, second] = running.servers as [Server, Server];
    const key = await createKey(first, ["draws"], "both");
    expect(await statuses(key)).toEqual([200, 200]);
    expect((await adminCall(second, "POST", "/api/admin/keys/both/revoke")).status).toBe(200);
    expect(await statuses(key)).toEqual([401, 401]);
  });

  it("refuse a key at both once the database's clock is past its end", async () => {
    const [first] = running.servers as [Server, Server];
    const key = await createKey(first, ["draws"], "ends");
    expect(await statuses(key)).toEqual([200, 200]);
    const earlier = "created_at = created_at - interval '2 days', expires_at = now()";
    await runStatements(first.databaseUrl ?? "", [`update admin_keys set ${earlier} where name = 'ends'`]);
    expect(await statuses(key)).toEqual([401, 401]);
  });
});
