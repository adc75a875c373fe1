import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { verificationNumber, verifierWith, waitUntilBack, waitUntilPaid } from "@/tests/support/calls/verifier";
import { createPasskey } from "@/tests/support/core/passkeys";
import { drawWith } from "@/tests/support/draws/draw";
import { trustTestWallet } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
let origin = "";

beforeAll(async () => {
  server = await startServer();
  origin = `http://localhost:${server.port}`;
  await trustTestWallet(server.sandboxUrl);
});
afterAll(() => server.stop());

const own = () => ({ origin, "sec-fetch-site": "same-origin" });

/** Signs a new person with the role in to the console. Returns the cookie. */
async function join(role: string, scope: unknown): Promise<string> {
  const person = { email: `${role}-${Date.now()}@example.test`, name: "Marie Roy", roles: [{ role, scope }] };
  const invited = await adminCall<{ link: string }>(server, "POST", "/api/admin/persons", person);
  const code = invited.body.link.split("#code=")[1] ?? "";
  const visitor = createBuyer(server);
  type Opened = { options: { challenge: string; user: { id: string } } };
  const opened = await visitor.call<Opened>("POST", "/api/admin/invitation/options", { code }, own());
  const credential = createPasskey(origin).register(opened.body.options);
  const accepting = { code, credential, name: "Phone", locale: "en" };
  const accepted = await visitor.call("POST", "/api/admin/invitation", accepting, own());
  expect(accepted.status).toBe(200);
  return accepted.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const everything = { kind: "everything" };
const nobody = { status: 401, body: { reason: "verification-session-required" } };

describe("a session of the console", () => {
  it("verifies by the right for payments everywhere: checks, pays and refunds", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const verifier = verifierWith(server, await join("admin", everything));
    expect((await verifier.view()).status).toBe(200);
    expect((await verifier.checks(draw.id)).status).toBe(200);
    expect((await verifier.pay(draw.id, verificationNumber())).status).toBe(200);
    const number = await waitUntilPaid(verifier, draw.id);
    expect((await verifier.refund(draw.id, number)).status).toBeLessThan(300);
    await waitUntilBack(verifier, draw.id);
  });

  it.each([
    ["a role without the right", "auditor", everything],
    ["the right for one parent alone", "admin", { kind: "parent", parentId: "demo-parent" }],
  ])("opens nothing with %s", async (_what, role, scope) => {
    const draw = drawWith();
    await importDraw(server, draw);
    const verifier = verifierWith(server, await join(role, scope));
    const answers = [
      await verifier.view(),
      await verifier.checks(draw.id),
      await verifier.pay(draw.id, verificationNumber()),
      await verifier.refund(draw.id, "AP-mabc1234"),
    ];
    for (const answer of answers) expect(answer).toMatchObject(nobody);
    expect(await pageFor(verifier.cookie)).toContain("verification-key");
  });

  it("opens nothing once it has ended, whoever copied it, nor from another page", async () => {
    const cookie = await join("admin", everything);
    const copied = verifierWith(server, cookie);
    expect((await copied.view()).status).toBe(200);
    expect(await pageFor(cookie)).not.toContain("verification-key");
    const foreign = await fetch(`${server.url}/api/verification`, {
      headers: { cookie, origin: "https://evil.example" },
    });
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { reason: "foreign-origin" }]);
    const left = await createBuyer(server).call("POST", "/api/admin/me/sessions/end", {}, { ...own(), cookie });
    expect(left.status).toBe(200);
    expect(await copied.view()).toMatchObject(nobody);
    expect(await pageFor(cookie)).toContain("verification-key");
  });
});

async function pageFor(cookie: string): Promise<string> {
  return (await fetch(`${server.url}/hashtest`, { headers: { cookie } })).text();
}
