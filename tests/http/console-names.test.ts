import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { routes } from "@/app/api/routes/table";
import { samples } from "@/tests/support/calls/api-routes";
import type { Answer } from "@/tests/support/calls/buyer";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { ConsoleBrowser } from "@/tests/support/calls/console-browser";
import { inviteByKey, openConsoleBrowser } from "@/tests/support/calls/console-browser";
import { createPasskey } from "@/tests/support/core/passkeys";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { runStatements } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { Json } from "@/tests/support/hostile/hostile-bodies";
import { replaceAt } from "@/tests/support/hostile/hostile-bodies";
import { setMailServer } from "@/tests/support/sandbox/mailbox";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const person = { name: "Zéphirine Quackenbush", email: "zephirine.quackenbush@example.test", phone: "5065550187" };

/** In any encoding, including common ways to write the phone number. */
const planted = /quackenbush|z(?:é|e|%C3%A9|\\u00e9)phirine|506.{0,2}555.{0,2}0187/i;

/** The history names tablets and keys on purpose. */
const namedOnPurpose = ["/devices", "/keys"];

/** Calls without data about a person. */
const ofNobody = [
  ...namedOnPurpose,
  ...["/draws/[id]/open", "/draws/[id]/close", "/draws/[id]/refresh", "/draws/[id]/free-holds", "/draws/[id]/zones"],
  ...["/draws/[id]/archive", "/draws/[id]/unarchive"],
  ...["/draws/[id]/cancellation", "/draws/[id]/cancellation/approve", "/draws/[id]/cancellation/withdraw"],
  ...["/draws/[id]/teams", "/keys/[name]/revoke", "/persons/demo", "/sign-in/demo", "/payments/[number]/refund"],
  ...["/devices/demo", "/devices/[deviceId]/renew", "/devices/[deviceId]/revoke"],
  ...["/devices/[deviceId]/settings", "/orders/[instanceId]/[orderId]/settle", "/orders/[instanceId]/[orderId]/check"],
  ...["/orders/[instanceId]/[orderId]/resend", "/orders/[instanceId]/[orderId]/match-receipt"],
  ...["/drafts", "/drafts/[id]", "/drafts/[id]/discard", "/drafts/[id]/publish", "/draws/[id]/credentials"],
  ...["/drafts/[id]/preview", "/drafts/[id]/try"],
];

const adminPosts = routes.filter(({ method, path }) => method === "POST" && path.startsWith("/api/admin/"));
const adminGets = routes.filter(({ method, path }) => method === "GET" && path.startsWith("/api/admin/"));

/** Reads whose answers have a person's name, address or phone number. */
const readsOfPeople = ["/orders", "/orders/list", "/orders/[instanceId]/[orderId]", "/history", "/persons", "/me"];

const wordOf = (path: string) => path.slice("/api/admin".length);

let server: Server;
let dataDir: string;
let browser: ConsoleBrowser;

beforeAll(async () => {
  dataDir = await freshDataDirectory();
  server = await startServer({ dataDir });
  await importDraw(server, drawWith({ id: "named" }));
  browser = openConsoleBrowser(server);
});
afterAll(async () => {
  await server.stop();
  await removeDataDirectory(dataDir);
});

const done = new Set<string>();

async function succeeds(route: string, call: Promise<Answer<unknown>> | Answer<unknown>): Promise<void> {
  const { status, body } = await call;
  expect([route, status, status < 300 ? null : body]).toEqual([route, expect.any(Number), null]);
  done.add(route);
}

async function placeOrder(isPaid: boolean): Promise<string> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: "named", body: { buyer: { ...person, province: "NB" } } }))
    .body;
  if (isPaid) expect(await buyer.pay(order, await tokenFor(server.sandboxUrl))).toMatchObject({ status: 200 });
  return order.orderCode;
}

async function signInAndOut(): Promise<void> {
  const { code } = await inviteByKey(server, person);
  await succeeds("/invitation/options", browser.post("/api/admin/invitation/options", { code }));
  await succeeds("/invitation", browser.accept(code, "Quackenbush's laptop"));
  await succeeds("/sign-in/options", browser.post("/api/admin/sign-in/options"));
  await succeeds("/sign-in", browser.signIn());
  await succeeds("/me/confirm", browser.post("/api/admin/me/confirm", await browser.sign()));
  await succeeds("/me/passkeys/options", browser.post("/api/admin/me/passkeys/options"));
  const second = createPasskey(server.url);
  const made = await browser.makePasskey(second, "Zéphirine's phone");
  await succeeds("/me/passkeys", browser.post("/api/admin/me/passkeys", made));
  const { id } = second.sign({ challenge: "" });
  await succeeds("/me/passkeys/[credentialId]/remove", browser.post(`/api/admin/me/passkeys/${id}/remove`));
  const { body } = await browser.get<{ sessions: { sessionId: string; isThis: boolean }[] }>("/api/admin/me");
  const other = body.sessions.find(({ isThis }) => !isThis)?.sessionId;
  await succeeds("/me/sessions/[sessionId]/end", browser.post(`/api/admin/me/sessions/${other}/end`));
}

async function changePeople(): Promise<void> {
  const roles = [{ role: "auditor", scope: { kind: "draw", drawId: "named" } }];
  const invited = { email: "jo.quackenbush@example.test", name: "Jo Quackenbush", locale: "fr", roles };
  const answer = await browser.post<{ personId: string }>("/api/admin/persons", invited);
  await succeeds("/persons", answer);
  const path = `/api/admin/persons/${answer.body.personId}`;
  await succeeds("/persons/[personId]", browser.post(path, { withdraw: roles, endsAt: "2040-01-01T00:00:00Z" }));
  // The mail server's refusal contains the address.
  await setMailServer(server.sandboxUrl, "refusing");
  await succeeds("/persons/[personId]/invite", browser.post(`${path}/invite`));
  await setMailServer(server.sandboxUrl, "up");
  await succeeds("/persons/[personId]/revoke", browser.post(`${path}/revoke`));
}

async function workOnOrders(): Promise<void> {
  const [paid, open] = [await placeOrder(true), await placeOrder(false)];
  for (const q of [person.email, person.phone])
    await succeeds("/orders/search", browser.post("/api/admin/orders/search", { q }));
  await succeeds("/orders/search", browser.post("/api/admin/orders/search", { q: "Quackenbush", instanceId: "named" }));
  const csv = { state: "paid", contacts: { reason: "winners" } };
  await succeeds("/orders/export", browser.post("/api/admin/orders/export", csv));
  const work = (verb: string, body?: object, code = paid) =>
    succeeds(`/orders/[instanceId]/[orderId]/${verb}`, browser.post(`/api/admin/orders/named/${code}/${verb}`, body));
  await work("notes", { text: "Madame Quackenbush (506 555-0187) called." });
  await work("contact");
  await work("correct", { name: `${person.name}-Roy`, email: "z.quackenbush@example.test", phone: "506 555-0187" });
  // The receipt was queued less than a minute ago.
  const resent = await browser.post(`/api/admin/orders/named/${paid}/resend`);
  expect(resent).toMatchObject({ status: 429, body: { reason: "resend-limit" } });
  await readAll(paid);
  await work("hide");
  await work("cancel", undefined, open);
  await work("refund");
  await succeeds("/people/export", browser.post("/api/admin/people/export", { email: person.email }));
  await succeeds("/people/erase", browser.post("/api/admin/people/erase", { email: person.email }));
}

/** Puts a person's name in each query. */
async function readAll(code: string): Promise<void> {
  const queries: Record<string, string> = {
    "/orders": `order=${code}`,
    "/orders/list": "instanceId=named",
    "/history/revision": "draw=drawn&revision=2",
    "/history/seal": `head=named=1:${"0".repeat(16)}`,
    "/devices/history": "parentId=test-parent",
    "/reconcile": `day=${new Date().toISOString().slice(0, 10)}`,
  };
  const named: string[] = [];
  for (const { path } of adminGets) {
    const calledPath = path.replace(/\[(?:id|instanceId)\]/, "named").replace("[orderId]", code);
    const answer = await browser.get(`${calledPath}?${queries[wordOf(path)] ?? ""}`);
    expect([path, answer.status < 500]).toEqual([path, true]);
    if (answer.status === 200 && planted.test(JSON.stringify(answer.body))) named.push(wordOf(path));
    await browser.get(`${calledPath}?q=${person.phone}&who=${person.email}&name=${encodeURIComponent(person.name)}`);
  }
  expect(named.sort()).toEqual([...readsOfPeople].sort());
}

async function importWinner(): Promise<void> {
  const [startDate, endDate, drawnAt] = [9, 3, 2].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
  const prize = { poolId: "main", prizeType: "Grand Prize", number: 5, drawnAt, soldOnPaper: true };
  const drawn = drawWith({ id: "drawn", startDate, endDate, userIDs: ["quackenbush"] });
  await succeeds("/draws", browser.post("/api/admin/draws", drawn));
  const winners = [{ ...prize, name: person.name }];
  await succeeds("/draws", browser.post("/api/admin/draws", { ...drawn, winners, userIDs: [] }));
}

function textsOf(value: Json, path: string[] = []): string[][] {
  if (typeof value === "string") return [path];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, [...path, key]));
}

/** Puts a person's name in each text of the body, in the path and in the query. */
async function refuseAll(): Promise<void> {
  // These end the session, so they come last.
  const isEnd = ({ path }: { path: string }) => /\/sign-out$|\/me\/sessions\/end$/.test(path);
  for (const { path, method } of [...adminPosts.filter((row) => !isEnd(row)), ...adminPosts.filter(isEnd)]) {
    const body = (samples[`${method} ${path}`]?.body({ drawId: "named", orderId: "0".repeat(26) }) ?? {}) as Json;
    const calledPath = path.replaceAll(/\[\w+\]/g, encodeURIComponent(person.name));
    const places = namedOnPurpose.includes(wordOf(path)) ? [] : textsOf(body);
    const sent = [body, ...places.map((place) => replaceAt(body, place, person.email))];
    for (const each of sent) await browser.post(`${calledPath}?q=${person.phone}&who=${person.email}`, each);
  }
}

async function readRows(statement: string): Promise<string> {
  const { databaseUrl } = server;
  if (databaseUrl) return JSON.stringify(await runStatements(databaseUrl, [statement]));
  await server.terminate();
  const database = await PGlite.create({ dataDir: join(dataDir, "database") });
  const { rows } = await database.query(statement);
  await database.close();
  return JSON.stringify(rows);
}

describe("names, addresses and phone numbers of people", () => {
  it("are in no line of the log and no entry that is sealed, whatever the console is told", async () => {
    await signInAndOut();
    await changePeople();
    await importWinner();
    await workOnOrders();
    await succeeds("/me/sessions/end", browser.post("/api/admin/me/sessions/end"));
    await browser.signIn();
    await succeeds("/sign-out", openConsoleBrowser(server).post("/api/admin/sign-out"));
    await refuseAll();
    expect([...done, ...ofNobody].sort()).toEqual(adminPosts.map(({ path }) => wordOf(path)).sort());

    const routesIn = (output: string) => new Set([...output.matchAll(/"route":"([^"]+)"/g)].map(([, route]) => route));
    const all = [...adminPosts, ...adminGets].map(({ path }) => path);
    await expect.poll(() => all.filter((path) => !routesIn(server.output()).has(path))).toEqual([]);
    const rows = await readRows(
      `select (select json_agg(e) from audit_entries e) as entries,
        (select json_agg(r) from draw_revisions r where draw_id = 'drawn') as revisions,
        (select json_agg(p) from persons p) as persons`,
    );
    const [{ entries, revisions, persons }] = JSON.parse(rows) as [Record<string, object[]>];
    const actions = (entries as { action: string }[] | undefined)?.map(({ action }) => action);
    const written = ["person-invited", "person-revoked", "passkey-removed", "session-opened", "note-added"];
    expect(actions).toEqual(
      expect.arrayContaining([...written, "contact-shown", "details-corrected", "draw-redefined"]),
    );
    expect(revisions).toHaveLength(2);
    for (const lines of [server.output(), JSON.stringify(entries), JSON.stringify(revisions)])
      expect(lines.split(/\n|(?<=\}),/).filter((line) => planted.test(line))).toEqual([]);
    expect(server.output()).toContain("An invitation could not be mailed.");
    // As a negative control, the texts are found where they belong.
    expect(JSON.stringify(persons)).toMatch(planted);
  });
});
