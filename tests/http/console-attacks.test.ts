import { randomUUID } from "node:crypto";
import type { ClientRequest } from "node:http";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, createBuyer, freshIpAddress, importDraw } from "@/tests/support/calls/buyer";
import type { ConsoleBrowser } from "@/tests/support/calls/console-browser";
import { inviteByKey, openConsoleBrowser } from "@/tests/support/calls/console-browser";
import { registerDevice, withdrawDevice } from "@/tests/support/calls/device";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { orderBody } from "@/tests/support/calls/route-bodies";
import { placeAt } from "@/tests/support/calls/terminal-calls";
import {
  openVerifier,
  verificationNumber,
  verificationPayment,
  verificationPaymentPath,
} from "@/tests/support/calls/verifier";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { trustTestWallet } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let people = 0;
const freshPerson = () => ({ email: `attack-${people++}@example.test`, name: "Marie Roy" });

async function join(): Promise<ConsoleBrowser & { personId: string; cookie: string }> {
  const browser = openConsoleBrowser(server);
  const { personId, code } = await inviteByKey(server, freshPerson());
  const { headers } = await browser.accept(code, "Laptop");
  return { ...browser, personId, cookie: headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

const own = { "content-type": "application/json", "sec-fetch-site": "same-origin" };

/** Sends half of the body. */
async function beginCall(path: string, headers: Record<string, string>, body: unknown) {
  const sent = JSON.stringify(body);
  const { hostname, port } = new URL(server.url);
  const length = String(Buffer.byteLength(sent));
  const call: ClientRequest = request({
    ...{ hostname, port, path, method: "POST", agent: false },
    headers: { ...own, ...headers, "content-length": length },
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    call.once("response", async (response) =>
      resolve({ status: response.statusCode ?? 0, text: await text(response) }),
    );
    call.once("error", reject);
  });
  call.write(sent.slice(0, 10));
  // The server has read the headers by now.
  await wait(500);
  return {
    finish: () => {
      call.end(sent.slice(10));
      return answered;
    },
  };
}

const everything = { kind: "everything" };
const accomplice = () => ({ ...freshPerson(), roles: [{ role: "admin", scope: everything }] });

describe("a call that was begun before its caller's access ended", () => {
  it("does nothing if a person is revoked before the rest of its body arrives", async () => {
    const [gone, left] = [await join(), await join()];
    const calls = [];
    for (const { cookie } of [gone, left]) calls.push(await beginCall("/api/admin/persons", { cookie }, accomplice()));
    expect(await adminCall(server, "POST", `/api/admin/persons/${gone.personId}/revoke`)).toMatchObject({
      status: 200,
    });
    const [late, negativeControl] = await Promise.all(calls.map(({ finish }) => finish()));
    expect(late).toMatchObject({ status: 401, text: expect.stringContaining("session-required") });
    expect(negativeControl).toMatchObject({ status: 201 });
  });

  it("does nothing if a key is revoked before the rest of its body arrives", async () => {
    const calls = [];
    for (const name of ["gone", "left"]) {
      const { body } = await adminCall<{ key: string }>(server, "POST", "/api/admin/keys", {
        name,
        rights: ["devices"],
        days: 1,
      });
      const tablet = { parentId: "test-parent", locationId: "gate", name: "Gate" };
      calls.push(await beginCall("/api/admin/devices", { authorization: `Bearer ${body.key}` }, tablet));
    }
    expect(await adminCall(server, "POST", "/api/admin/keys/gone/revoke")).toMatchObject({ status: 200 });
    const [late, negativeControl] = await Promise.all(calls.map(({ finish }) => finish()));
    expect(late).toMatchObject({ status: 401, text: expect.stringContaining("admin-key-wrong") });
    expect(negativeControl).toMatchObject({ status: 201 });
  });
});

describe("a call of a tablet that was begun before it was revoked", () => {
  it("takes no cash and places no order once the rest of its body arrives", async () => {
    const draw = drawWith({ parentId: "demo-parent" });
    await importDraw(server, draw);
    const tablets = [await registerDevice(server), await registerDevice(server)];
    const calls = [];
    for (const tablet of tablets) {
      const { buyer } = orderBody(draw.id);
      const { orderId } = (await placeAt(tablet, draw.id, { buyer })).body.order;
      const { cookie } = tablet;
      calls.push(await beginCall(`/api/terminal/orders/${draw.id}/${orderId}/cash`, { cookie }, { given: 100 }));
      const order = orderBody(draw.id, { buyer: undefined, atTerminal: true });
      calls.push(await beginCall("/api/orders", { cookie, "idempotency-key": randomUUID() }, order));
    }
    await withdrawDevice(server, tablets[0]?.deviceId ?? "");
    const answers = await Promise.all(calls.map(({ finish }) => finish()));
    for (const late of answers.slice(0, 2))
      expect(late).toMatchObject({ status: 403, text: expect.stringContaining("device-revoked") });
    // As a negative control, the other tablet's calls succeed.
    expect(answers.slice(2).map(({ status }) => status)).toEqual([200, 201]);
  });
});

describe("a verification payment that was begun before its verifier's access ended", () => {
  let drawId: string;

  beforeAll(async () => {
    await trustTestWallet(server.sandboxUrl);
    const draw = drawWith();
    await importDraw(server, draw);
    drawId = draw.id;
  });

  const beginPayment = ({ cookie }: { cookie: string }) =>
    beginCall(verificationPaymentPath, { cookie }, verificationPayment(drawId, verificationNumber()));
  const refused = { status: 401, text: expect.stringContaining("verification-session-required") };

  it("isn't made if a person is revoked before the rest of its body arrives", async () => {
    const [gone, left] = [await join(), await join()];
    const calls = [await beginPayment(gone), await beginPayment(left)];
    expect(await adminCall(server, "POST", `/api/admin/persons/${gone.personId}/revoke`)).toMatchObject({
      status: 200,
    });
    const [late, negativeControl] = await Promise.all(calls.map(({ finish }) => finish()));
    expect(late).toMatchObject(refused);
    expect(negativeControl).toMatchObject({ status: 200 });
  });

  it("isn't made if all sessions of keys are ended before the rest of its body arrives", async () => {
    const gone = await openVerifier(server);
    const { finish } = await beginPayment(gone);
    const ended = await createBuyer(server).call("POST", "/api/verification/session/end", undefined, {
      ...{ cookie: gone.cookie, "sec-fetch-site": "same-origin" },
    });
    expect(ended.status).toBe(200);
    expect(await finish()).toMatchObject(refused);
    const negativeControl = await beginPayment(await openVerifier(server));
    expect(await negativeControl.finish()).toMatchObject({ status: 200 });
  });
});

describe("a cookie that somebody else planted", () => {
  it("is no session of who signs in with it: a sign-in always makes another", async () => {
    const [thief, victim] = [await join(), await join()];
    const planted = [`tirage-console=${"A".repeat(43)}`, thief.cookie];
    for (const cookie of planted) {
      const headers = { ...own, cookie, "x-forwarded-for": freshIpAddress() };
      const body = JSON.stringify(await victim.sign());
      const signedIn = await sendRaw(server.url, { method: "POST", path: "/api/admin/sign-in", headers, body });
      expect(signedIn.status).toBe(200);
      const made = signedIn.headers["set-cookie"]?.[0]?.split(";")[0];
      expect(made).toMatch(/^tirage-console=[\w-]{43}$/);
      expect(made).not.toBe(cookie);
      const seen = await sendRaw(server.url, { method: "GET", path: "/api/admin/me", headers });
      expect(seen.text).not.toContain(victim.personId);
    }
  });
});

describe("the host of passkeys and links", () => {
  it.each([
    { host: "evil.example" },
    { host: "evil.example:443", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    { "x-forwarded-host": "evil.example", forwarded: "host=evil.example;proto=https" },
  ] as Record<string, string>[])("is the configured one, whatever a call says: %j", async (forged) => {
    const { code } = await inviteByKey(server, freshPerson());
    const ask = (path: string, body: unknown) =>
      sendRaw(server.url, { method: "POST", path, headers: { ...own, ...forged }, body: JSON.stringify(body) });
    const signIn = await ask("/api/admin/sign-in/options", {});
    expect([signIn.status, JSON.parse(signIn.text).options.rpId]).toEqual([200, "localhost"]);
    const invitation = await ask("/api/admin/invitation/options", { code });
    expect([invitation.status, JSON.parse(invitation.text).options.rp.id]).toEqual([200, "localhost"]);
    const headers = { ...own, ...forged, authorization: `Bearer ${server.adminKey}` };
    const body = JSON.stringify(accomplice());
    const invited = await sendRaw(server.url, { method: "POST", path: "/api/admin/persons", headers, body });
    expect(JSON.parse(invited.text).link).toMatch(new RegExp(`^${server.url}/console/invitation#code=`));
  });
});

describe.runIf(onPostgres)("two processes", () => {
  const origin = "http://localhost:4598";
  let running: Servers;
  let browsers: ConsoleBrowser[];

  beforeAll(async () => {
    running = await startServers(2, { CHECKOUT_HOST: origin });
    browsers = running.servers.map((each) => openConsoleBrowser(each));
  });
  afterAll(() => running?.stop());

  const browserAt = (at: number) => {
    const browser = browsers[at % browsers.length];
    if (!browser) throw new Error("No process was started.");
    return browser;
  };
  const invite = () => {
    const [first] = running.servers;
    if (!first) throw new Error("No process was started.");
    return inviteByKey(first, freshPerson());
  };

  it("take a signature once, when it reaches both at the same time", async () => {
    const { code } = await invite();
    expect(await browserAt(0).accept(code, "Laptop", { origin })).toMatchObject({ status: 200 });
    for (let round = 0; round < 5; round += 1) {
      const signed = await browserAt(0).sign({ origin });
      const answers = await Promise.all([0, 1].map((at) => browserAt(at).post("/api/admin/sign-in", signed)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it("accept an invitation once, when two passkeys reach them at the same time", async () => {
    const { code } = await invite();
    const strangers = running.servers.map((each) => openConsoleBrowser(each));
    const answers = await Promise.all(strangers.map((each) => each.accept(code, "Laptop", { origin })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("count guessed codes together, and the right one still opens", async () => {
    const { code } = await invite();
    const [guesses, headers] = [30, { "x-forwarded-for": freshIpAddress() }];
    const open = (at: number, guess: string) =>
      browserAt(at).post<unknown>("/api/admin/invitation/options", { code: guess }, headers);
    const answers = await Promise.all(
      Array.from({ length: guesses }, (_none, at) => open(at, String(at).padStart(code.length, "0"))),
    );
    const reasons = answers.map(({ body }) => body.reason).sort();
    expect(reasons).toEqual([...Array(10).fill("invitation-wrong"), ...Array(guesses - 10).fill("too-many-tries")]);
    expect(await open(1, code)).toMatchObject({ status: 200 });
    // As a negative control, another network isn't counted with it.
    const elsewhere = createBuyer(running.servers[1] ?? server);
    const wrong = await elsewhere.call("POST", "/api/admin/invitation/options", { code: "0".repeat(26) }, own);
    expect(wrong.body.reason).toBe("invitation-wrong");
  });
});
