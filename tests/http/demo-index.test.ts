import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { demoCards, formatCardNumber } from "@/components/demo/demo-cards";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, drawWith({ id: "shown-draw", parentId: "demo-parent", title: "Arena 50/50" }));
});

afterAll(() => server.stop());

async function open(path: string, at = server) {
  const answer = await fetch(`${at.url}${path}`);
  const html = (await answer.text()).replaceAll("&amp;", "&");
  return { status: answer.status, html, caching: answer.headers.get("cache-control"), registration: linkIn(html) };
}

function linkIn(html: string): string | undefined {
  return /href="([^"]+\/terminal\/register\?[^"]+#code=[^"]+)"/.exec(html)?.[1];
}

async function register(link: string) {
  const { searchParams, hash } = new URL(link);
  const [deviceId, parentId, locationId] = ["deviceId", "parentId", "locationId"].map((name) => searchParams.get(name));
  const deviceData = {
    locationId,
    code: hash.slice("#code=".length),
    name: "Gate",
    operator: "Ana",
    printer: "browser",
  };
  return fetch(`${server.url}/api/terminal/register-device`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ deviceId, parentId, deviceData }),
  });
}

describe("/dummy", () => {
  it.each(["", "/fr"])(
    "under %j lists the draws with their codes, and the test cards, and isn't cached",
    async (prefix) => {
      const { status, html, caching } = await open(`${prefix}/dummy`);
      expect([status, caching]).toEqual([200, expect.stringContaining("no-store")]);
      for (const path of ["/shown-draw", "/1/shown-draw"]) expect(html).toContain(`href="${prefix}${path}"`);
      expect(html).toMatch(/<svg[^>]*aria-label="[^"]*Arena 50\/50"/);
      for (const { number } of demoCards) expect(html).toContain(formatCardNumber(number));
    },
  );

  it.each(["", "/fr"])("has the draws as its public data, and not the tablet's link, under %j", async (prefix) => {
    const { status, html } = await open(`${prefix}/dummy/_payload.json`);
    expect([status, html.includes("shown-draw"), html.includes("code=")]).toEqual([200, true, false]);
  });

  it("has a link that registers a tablet: the same one until it is used, then another", async () => {
    const first = (await open("/dummy")).registration ?? "";
    expect((await open("/dummy")).registration).toBe(first);
    expect((await register(first)).status).toBe(200);
    const second = (await open("/dummy")).registration ?? "";
    expect(second).not.toBe(first);
    expect((await register(first)).status).toBe(403);
    expect((await register(second)).status).toBe(200);
  });
});

describe("/dummy outside of demo mode", () => {
  let deployed: Server;

  const demoOnly = ["APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY", "APPLE_PAY_GATEWAY_URL", "BAMBORA_BOARDING_URL"];
  const keys = ["SECRETS_KEY", "ADMIN_KEY"].map((name) => [name, randomBytes(32).toString("base64")]);

  beforeAll(async () => {
    const unset = demoOnly.map((name) => [name, ""]);
    const env = {
      TIRAGE_MODE: "test",
      CHECKOUT_HOST: "http://localhost:3000",
      ...Object.fromEntries([...unset, ...keys]),
    };
    deployed = await startServer({ env });
    await importDraw(deployed, drawWith({ id: "shown-draw", parentId: "demo-parent", title: "Arena 50/50" }));
  });

  afterAll(() => deployed.stop());

  it.each([
    ["", en.errorScreen.heading],
    ["/fr", fr.errorScreen.heading],
  ])("under %j doesn't exist, reveals nothing of the draws and registers no tablet", async (prefix, heading) => {
    const { status, html, caching, registration } = await open(`${prefix}/dummy`, deployed);
    expect([status, caching, registration]).toEqual([404, expect.stringContaining("no-store"), undefined]);
    expect(html).toContain(`<title>${heading}</title>`);
    expect(html).not.toMatch(/Arena|shown-draw|4030/);
    const payload = await open(`${prefix}/dummy/_payload.json`, deployed);
    expect([payload.status, payload.html.includes("shown-draw")]).toEqual([404, false]);
    const { body } = await adminCall<{ devices: unknown[] }>(
      deployed,
      "GET",
      "/api/admin/devices?parentId=demo-parent",
    );
    expect(body.devices).toEqual([]);
  });

  it("has no link that signs in to the console, neither its page nor its calls", async () => {
    for (const [prefix, heading] of [["", en.errorScreen.heading] as const, ["/fr", fr.errorScreen.heading] as const]) {
      const { status, html } = await open(`${prefix}/console/demo`, deployed);
      expect([status, html.includes(`<title>${heading}</title>`)]).toEqual([404, true]);
    }
    expect((await adminCall(deployed, "POST", "/api/admin/persons/demo")).status).toBe(404);
    const signIn = await fetch(`${deployed.url}/api/admin/sign-in/demo`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ role: "admin", token: "0".repeat(43) }),
    });
    expect(signIn.status).toBe(404);
  });
});
