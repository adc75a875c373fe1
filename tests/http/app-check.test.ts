import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { TokenChanges } from "@/sandbox/google/app-check-tokens";
import { startSandbox } from "@/sandbox/start-sandbox";
import type { Answer } from "@/tests/support/calls/buyer";
import { cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { orderBody } from "@/tests/support/calls/route-bodies";
import { openVerifier } from "@/tests/support/calls/verifier";
import { drawWith } from "@/tests/support/draws/draw";
import { appCheckEnv, makeToken, setAppCheck } from "@/tests/support/sandbox/app-check";
import type { Sandbox, Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const drawId = "checked-5050";

let sandbox: Sandbox;
let strict: Server;
let watching: Server;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  strict = await startServer({ sandbox, env: appCheckEnv(sandbox.url, "enforce") });
  watching = await startServer({ sandbox, env: appCheckEnv(sandbox.url, "watch") });
  for (const server of [strict, watching]) await importDraw(server, drawWith({ id: drawId }));
});

beforeEach(() => setAppCheck(sandbox.url, { appCheckKeys: "up" }));

afterAll(async () => {
  await strict.stop();
  await watching.stop();
  await sandbox.close();
});

const place = (server: Server, headers: Record<string, string> = {}): Promise<Answer> =>
  createBuyer(server).call("POST", "/api/orders", orderBody(drawId), {
    "Idempotency-Key": crypto.randomUUID(),
    ...headers,
  });

const withToken = (token: string) => ({ "X-Firebase-AppCheck": token });

/** The token uses the algorithm `none`. */
async function unsigned(): Promise<string> {
  const [, body] = (await makeToken(sandbox.url)).split(".");
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${body}.`;
}

/** Invalid tokens by the reason that is logged. */
const flawed: [string, () => Promise<string> | string][] = [
  ["expired", () => makeToken(sandbox.url, { lifeSeconds: -5 })],
  ["foreign: of another project", () => makeToken(sandbox.url, { projectNumber: "999" })],
  ["foreign: of another app", () => makeToken(sandbox.url, { appId: "1:1234567890:web:0" })],
  ["forged: signed by another key", () => makeToken(sandbox.url, { isForged: true })],
  ["forged: without a signature", unsigned],
  ["malformed: no token at all", () => "a.b.c"],
  ["malformed: far too long", () => "a".repeat(9000)],
];

describe("a server that enforces", () => {
  it("accepts an order with a good token, and its payment", async () => {
    const headers = withToken(await makeToken(sandbox.url));
    const placed = (await place(strict, headers)) as Answer<{ order: { orderId: string; amount: number } }>;
    expect(placed.status).toBe(201);
    const { orderId, amount } = placed.body.order;
    const token = { code: await tokenFor(sandbox.url, cards.approved), name: "Rosalie Tremblay", complete: true };
    const payment = { amount, payment_method: "token", order_number: orderId, token };
    const pay = (more: Record<string, string>) =>
      createBuyer(strict).call("POST", "/api/bambora/processPayment", { instanceId: drawId, payment }, more);
    expect(await pay({})).toMatchObject({ status: 401, body: { reason: "app-check-required" } });
    expect((await pay(headers)).status).toBe(200);
  });

  it("refuses an order without a token", async () => {
    expect(await place(strict)).toMatchObject({ status: 401, body: { reason: "app-check-required" } });
  });

  it.each(flawed)("refuses a token that is %s", async (_name, make) => {
    expect(await place(strict, withToken(await make()))).toMatchObject({
      status: 401,
      body: { reason: "app-check-required" },
    });
  });

  it("allows what pages without tokens call, and what needs none", async () => {
    const buyer = createBuyer(strict);
    const { body } = await buyer.call<{ order: { orderId: string } }>("POST", "/api/orders", orderBody(drawId), {
      "Idempotency-Key": crypto.randomUUID(),
      ...withToken(await makeToken(sandbox.url)),
    });
    const path = `/api/orders/${drawId}/${body.order.orderId}`;
    expect((await buyer.call("GET", path)).status).toBe(200);
    expect((await buyer.call("POST", `${path}/extend`, {})).status).toBe(200);
    expect((await buyer.call("POST", `${path}/cancel`, {})).status).toBe(200);
    expect((await buyer.call("GET", `/api/draws/${drawId}/live`)).status).toBe(200);
    expect((await buyer.call("GET", "/api/health")).status).toBe(200);
  });

  it("logs what was refused, without token or URL", () => {
    const log = strict.output();
    for (const flaw of ["missing", "expired", "foreign", "forged", "malformed"])
      expect(log).toContain(`App Check: a token was ${flaw} at /api/orders`);
    expect(log).not.toMatch(/eyJ[\w-]{20}/);
  });
});

describe("a server in watch mode", () => {
  it.each([["missing", () => ""] as const, ...flawed])(
    "accepts an order with a token that is %s",
    async (name, make) => {
      const token = await make();
      expect((await place(watching, token ? withToken(token) : {})).status).toBe(201);
      const [flaw] = name.split(":");
      await expect
        .poll(() => watching.output(), { timeout: 60_000 })
        .toContain(`App Check: a token was ${flaw} at /api/orders`);
    },
  );
});

describe("a setting for a path", () => {
  let server: Server;

  beforeAll(async () => {
    const modes = { APP_CHECK_ROUTES: "/api/orders=watch /api/getInstance=enforce" };
    server = await startServer({ sandbox, env: { ...appCheckEnv(sandbox.url, "enforce"), ...modes } });
    await importDraw(server, drawWith({ id: drawId }));
  });

  afterAll(() => server.stop());

  it("overrides the mode for everything", async () => {
    expect((await place(server)).status).toBe(201);
    const read = (headers = {}) =>
      createBuyer(server).call("POST", "/api/getInstance", { instanceId: drawId }, headers);
    expect((await read()).status).toBe(401);
    expect((await read(withToken(await makeToken(sandbox.url)))).status).toBe(200);
  });
});

describe("while the keys cannot be read", () => {
  let late: Server;
  let lax: Server;

  // These servers haven't read a key yet.
  beforeAll(async () => {
    late = await startServer({ sandbox, env: appCheckEnv(sandbox.url, "enforce") });
    lax = await startServer({ sandbox, env: appCheckEnv(sandbox.url, "watch") });
    for (const server of [late, lax]) await importDraw(server, drawWith({ id: drawId }));
  });

  afterAll(async () => {
    await late.stop();
    await lax.stop();
  });

  it("enforcing answers 503, watching sells, and both recover on their own", async () => {
    await setAppCheck(sandbox.url, { appCheckKeys: "down" });
    const headers = withToken(await makeToken(sandbox.url));
    const refused = await place(late, headers);
    expect(refused).toMatchObject({ status: 503, body: { reason: "app-check-unavailable" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await place(lax, headers)).status).toBe(201);
    const patient = { timeout: 60_000, interval: 200 };
    await vi.waitFor(() => expect(lax.output()).toContain("The keys of App Check could not be read"), patient);
    await setAppCheck(sandbox.url, { appCheckKeys: "up" });
    // A failed fetch of the keys is retried after a second.
    await vi.waitFor(async () => expect((await place(late, headers)).status).toBe(201), patient);
  });
});

describe("the setup check", () => {
  it("reports whether the browser's token is valid", async () => {
    const verifier = await openVerifier(strict);
    const checkWith = async (token?: string) =>
      (await verifier.checks(drawId, token ? withToken(token) : {})).body.checks.find(({ id }) => id === "app-check");
    expect(await checkWith()).toMatchObject({ state: "wrong", finding: "no-token", detail: { mode: "enforce" } });
    expect(await checkWith(await makeToken(sandbox.url))).toMatchObject({ state: "right", finding: "right" });
    const foreign: TokenChanges = { appId: "1:1:web:0" };
    expect(await checkWith(await makeToken(sandbox.url, foreign))).toMatchObject({
      state: "wrong",
      finding: "refused",
      detail: { flaw: "foreign" },
    });
  });
});

describe("pages", () => {
  const policyOf = async (server: Server, path: string) =>
    (await fetch(`${server.url}${path}`)).headers.get("content-security-policy") ?? "";

  it("that sell may load App Check; order and terminal pages may not", async () => {
    for (const path of [`/${drawId}`, `/1/${drawId}`, `/${drawId}?title=A`]) {
      const policy = await policyOf(strict, path);
      expect(policy).toContain("https://www.google.com/recaptcha/api.js");
      expect(policy).toContain("https://content-firebaseappcheck.googleapis.com");
    }
    for (const path of ["/", "/fr", "/dummy", "/terminal", "/success", "/order/a/b"])
      expect(await policyOf(strict, path)).not.toContain("google");
  });

  it("name App Check and reCAPTCHA, and link no Google policy, as Google has asked since April 2026", async () => {
    const [english, french] = await Promise.all(
      ["", "/fr"].map(async (prefix) => (await fetch(`${strict.url}${prefix}/${drawId}`)).text()),
    );
    expect(english).toContain("App Check and reCAPTCHA");
    expect(french).toContain("App Check et reCAPTCHA");
    for (const html of [english, french]) expect(html).not.toContain("policies.google.com");
  });
});
