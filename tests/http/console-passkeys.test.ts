import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ConsoleBrowser } from "@/tests/support/calls/console-browser";
import { inviteByKey, openConsoleBrowser } from "@/tests/support/calls/console-browser";
import type { Spoiled } from "@/tests/support/core/passkeys";
import { createPasskey } from "@/tests/support/core/passkeys";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let people = 0;
const invite = () => inviteByKey(server, { email: `passkey-${people++}@example.test`, name: "Marie Roy" });

async function join(): Promise<ConsoleBrowser> {
  const browser = openConsoleBrowser(server);
  expect(await browser.accept((await invite()).code, "Laptop")).toMatchObject({ status: 200 });
  return browser;
}

/** Signatures from another site, or without user verification. */
const elsewhere: [string, Spoiled][] = [
  ["another origin", { origin: "https://evil.example" }],
  ["the same host by another scheme", { origin: "https://localhost" }],
  ["another port", { origin: "http://localhost:1" }],
  ["a host below", { origin: "http://evil.localhost" }],
  ["another host's key", { rpId: "evil.example" }],
  ["nobody verified", { isVerified: false }],
];

const refused = (status: number, reason: string) => ({ status, body: { reason } });

describe("the bytes of a ceremony", () => {
  it.each(elsewhere)("of %s open, confirm and add nothing", async (_name, spoiled) => {
    const browser = await join();
    const wrong = refused(401, "passkey-wrong");
    const { code } = await invite();
    expect(await openConsoleBrowser(server).accept(code, "Laptop", spoiled)).toMatchObject(wrong);
    expect(await browser.signIn(spoiled)).toMatchObject(wrong);
    expect(await browser.post("/api/admin/me/confirm", await browser.sign(spoiled))).toMatchObject(wrong);
    const second = await browser.makePasskey(createPasskey(server.url), "Phone", spoiled);
    expect(await browser.post("/api/admin/me/passkeys", second)).toMatchObject(wrong);
    // As a negative control, the same calls with the right bytes succeed.
    expect(await openConsoleBrowser(server).accept(code, "Laptop")).toMatchObject({ status: 200 });
    expect(await browser.signIn()).toMatchObject({ status: 200 });
    expect(await browser.post("/api/admin/me/confirm", await browser.sign())).toMatchObject({ status: 200 });
    const right = await browser.makePasskey(createPasskey(server.url), "Phone");
    expect(await browser.post("/api/admin/me/passkeys", right)).toMatchObject({ status: 201 });
  });

  it("work once, wherever they are sent again", async () => {
    const browser = await join();
    const signed = await browser.sign();
    expect(await browser.post("/api/admin/sign-in", signed)).toMatchObject({ status: 200 });
    for (const path of ["/api/admin/sign-in", "/api/admin/me/confirm"])
      expect([path, await browser.post(path, signed)]).toMatchObject([path, refused(409, "challenge-over")]);
    const added = await browser.makePasskey(createPasskey(server.url), "Phone");
    expect(await browser.post("/api/admin/me/passkeys", added)).toMatchObject({ status: 201 });
    expect(await browser.post("/api/admin/me/passkeys", added)).toMatchObject({ status: 409 });
  });

  it("of one person confirm no session of another", async () => {
    const [one, other] = [await join(), await join()];
    expect(await one.post("/api/admin/me/confirm", await other.sign())).toMatchObject(refused(401, "passkey-wrong"));
  });

  it("of an invitation are used with it", async () => {
    const { code } = await invite();
    const [first, second] = [openConsoleBrowser(server), openConsoleBrowser(server)];
    expect(await first.accept(code, "Laptop")).toMatchObject({ status: 200 });
    const again = await second.post("/api/admin/invitation/options", { code });
    expect(again).toMatchObject(refused(409, "invitation-over"));
  });
});

describe("the cookie of a session", () => {
  it("is for scripts and other sites unreachable, and ends at the server", async () => {
    const browser = await join();
    const { headers } = await browser.signIn();
    const [session = "", known = ""] = headers.getSetCookie();
    expect(session).toMatch(/^tirage-console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(known).toMatch(/^tirage-console-browser=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    const copied = { cookie: session.split(";")[0] ?? "", origin: server.url };
    const read = () => fetch(`${server.url}/api/admin/me`, { headers: copied }).then(({ status }) => status);
    expect(await read()).toBe(200);
    expect(await browser.post("/api/admin/sign-out")).toMatchObject({ status: 200 });
    expect(await read()).toBe(401);
  });
});
