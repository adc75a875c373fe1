import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ApiRoute } from "@/tests/support/calls/api-routes";
import { apiRoutes, pathOf } from "@/tests/support/calls/api-routes";
import type { Answer } from "@/tests/support/calls/buyer";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { TestPasskey } from "@/tests/support/core/passkeys";
import { createPasskey } from "@/tests/support/core/passkeys";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

type Person = { personId: string; cookie: string; passkey: TestPasskey };
type Target = { drawId: string; orderId: string };

let server: Server;
let origin = "";
let own: Target;
let other: Target;
const unknown: Target = { drawId: "no-draw", orderId: "X".repeat(26) };

async function callAs<Body>(
  { cookie }: Pick<Person, "cookie">,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { origin, "sec-fetch-site": "same-origin" },
): Promise<Answer<Body> & { cookies: string[] }> {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await fetch(`${server.url}${path}`, { method, headers: { ...headers, ...type, cookie }, body: sent });
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
  return { status: answer.status, body: json, cookies: answer.headers.getSetCookie() } as Answer<Body> & {
    cookies: string[];
  };
}

/** Invites somebody with roles, who accepts: signed in, with a passkey that is fresh for five minutes. */
async function join(email: string, roles: unknown[]): Promise<Person> {
  const invited = await adminCall<{ link: string; personId: string }>(server, "POST", "/api/admin/persons", {
    email,
    name: "Marie Roy",
    roles,
  });
  expect(invited.status).toBe(201);
  const code = invited.body.link.split("#code=")[1] ?? "";
  const passkey = createPasskey(origin);
  const nobody = { cookie: "" };
  const opened = await callAs<{ options: { challenge: string; user: { id: string } } }>(
    nobody,
    "POST",
    "/api/admin/invitation/options",
    { code },
  );
  const credential = passkey.register(opened.body.options);
  const accepted = await callAs(nobody, "POST", "/api/admin/invitation", {
    ...{ code, credential, name: "Phone", locale: "en" },
  });
  expect(accepted.status).toBe(200);
  const cookie = accepted.cookies.map((each) => each.split(";")[0]).join("; ");
  return { personId: invited.body.personId, cookie, passkey };
}

async function sellIn(drawId: string, parentId: string): Promise<Target> {
  await importDraw(server, { ...drawWith({ id: drawId }), parentId });
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: drawId })).body;
  expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  return { drawId, orderId: order.orderId };
}

const ofOwnParent = { kind: "parent", parentId: "own-parent" };

let admin: Person;

beforeAll(async () => {
  server = await startServer();
  origin = `http://localhost:${server.port}`;
  own = await sellIn("own-draw", "own-parent");
  other = await sellIn("other-draw", "other-parent");
  admin = await join("admin@example.test", [{ role: "admin", scope: ofOwnParent }]);
});
afterAll(() => server.stop());

const adminRoutes = apiRoutes.filter(({ caller, right }) => caller === "admin" && right !== "access");
const named = adminRoutes.map((route) => [`${route.method} ${route.route}`, route] as const);

async function answerOf(person: Person, { method, ...route }: ApiRoute, target: Target): Promise<string> {
  const body = method === "POST" ? (route.body?.(target) ?? undefined) : undefined;
  const { status, body: answer } = await callAs(person, method, pathOf(route, target), body);
  return JSON.stringify([status, answer]).replaceAll(/"(?:requestId|checkedAt|exportedAt)":"[^"]*"/g, "");
}

describe("a person whose roles are for one parent", () => {
  it.each(named)("%s answers for another parent's draw as for one that doesn't exist", async (_name, route) => {
    const answer = await answerOf(admin, route, other);
    expect(answer).toBe(await answerOf(admin, route, unknown));
    expect(answer).not.toContain("other-");
  });

  it("sees and changes the draws of that parent, by name in their history", async () => {
    const listed = await callAs<{ draws: { id: string }[] }>(admin, "GET", "/api/admin/draws");
    expect(listed.body.draws.map(({ id }) => id)).toEqual(["own-draw"]);
    expect((await callAs(admin, "POST", "/api/admin/draws/own-draw/close")).status).toBe(200);
    expect((await callAs(admin, "POST", "/api/admin/draws/other-draw/close")).status).toBe(404);
    const history = await callAs<{ entries: { action: string; operator: string }[] }>(
      admin,
      "GET",
      "/api/admin/draws/own-draw/history",
    );
    expect(history.body.entries.find(({ action }) => action === "draw-closed")?.operator).toBe(
      `person:${admin.personId}`,
    );
    expect((await callAs(admin, "POST", "/api/admin/draws/own-draw/open")).status).toBe(200);
  });

  it("does nothing from the page of another site, nor without saying where a call comes from", async () => {
    const address = "/api/admin/draws/own-draw/close";
    const elsewhere = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    for (const headers of [elsewhere, {}]) {
      const answer = await callAs<{ reason: string }>(admin, "POST", address, undefined, headers);
      expect([answer.status, answer.body.reason]).toEqual([403, "foreign-origin"]);
    }
  });
});

describe("a role", () => {
  it("lets its person do what it says and no more: a re-sender sends a receipt, and can't refund", async () => {
    const sender = await join("sender@example.test", [{ role: "Order Email Re-sender", scope: ofOwnParent }]);
    const address = ({ drawId, orderId }: Target, verb: string) => `/api/admin/orders/${drawId}/${orderId}/${verb}`;
    const found = await callAs<{ orders: { buyer: { maskedEmail: string } }[] }>(
      sender,
      "GET",
      `/api/admin/orders?order=${own.orderId}`,
    );
    expect(found.body.orders[0]?.buyer.maskedEmail).toContain("•");
    expect((await callAs(sender, "POST", address(own, "resend"))).status).toBe(200);
    expect((await callAs(sender, "POST", address(other, "resend"))).status).toBe(404);
    const refund = await callAs<{ reason: string }>(sender, "POST", address(own, "refund"), {});
    expect([refund.status, refund.body.reason]).toEqual([403, "admin-right-missing"]);
    expect((await callAs(sender, "GET", "/api/admin/draws")).status).toBe(403);
  });

  it("that is withdrawn ends with the next call", async () => {
    const role = { role: "Winner Picker", scope: ofOwnParent };
    const picker = await join("picker@example.test", [role]);
    expect((await callAs(picker, "GET", "/api/admin/draws")).status).toBe(200);
    const withdrawn = await adminCall(server, "POST", `/api/admin/persons/${picker.personId}`, { withdraw: [role] });
    expect(withdrawn.status).toBe(200);
    expect((await callAs(picker, "GET", "/api/admin/draws")).status).toBe(403);
  });
});
