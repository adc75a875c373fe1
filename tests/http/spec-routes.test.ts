import { afterAll, beforeAll, expect, it } from "vitest";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { registerDevice } from "@/tests/support/calls/device";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
let orderPath = "";
let query = "";
let cookie = "";

beforeAll(async () => {
  const env = { RETURN_URL: "https://draws.example", MAIN_SITE_URL: "https://main.example" };
  server = await startServer({ env });
  await importDraw(server, { ...drawWith({ id: "routed" }), urlSlug: "the-slug" });
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: "routed" })).body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  orderPath = `/order/${order.instanceId}/${order.orderId}`;
  query = `?instanceId=${order.instanceId}&orderId=${order.orderId}`;
  cookie = (await registerDevice(server, { parentId: "test-parent" })).cookie;
});

afterAll(() => server.stop());

async function pageAt(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers, redirect: "manual" });
  const html = await answer.text();
  const parts = [/<html[^>]* lang="(\w+)/, /<title>(.*?)<\/title>/, /<link rel="canonical" href="(.*?)"/];
  const [language, title, canonical] = parts.map((part) => part.exec(html)?.[1]);
  return { status: answer.status, language, title, canonical };
}

const routes = ["/routed", "/1/routed", "/success", "/staticSuccess", "/hashtest", "/terminal"];

it.each([...routes, "/routed/poster"])("%s is a page in English, and in French under /fr", async (path) => {
  expect(await pageAt(path)).toMatchObject({ status: 200, language: "en" });
  expect(await pageAt(`/fr${path}`)).toMatchObject({ status: 200, language: "fr" });
});

const terminalRoutes: [string, (said: typeof en) => string][] = [
  ["/terminal/routed", ({ terminalSale }) => terminalSale.title.split("{")[0] ?? ""],
  ["/terminal/register", ({ registration }) => registration.title],
  ["/terminal/recent-orders", ({ terminalOrders }) => terminalOrders.titles.recent],
  ["/terminal/unfinalized-orders", ({ terminalOrders }) => terminalOrders.titles.unfinalized],
  ["/terminal/success", ({ order }) => order.plainTitle],
  ["/terminal/order-details", ({ terminalOrders }) => terminalOrders.titles.details],
];

it.each(terminalRoutes)(
  "%s is a registered device's own page, in English, and in French under /fr",
  async (path, of) => {
    for (const [prefix, language, said] of [
      ["", "en", en],
      ["/fr", "fr", fr],
    ] as const) {
      const page = await pageAt(`${prefix}${path}${query}`, { cookie });
      expect(page).toMatchObject({ status: 200, language, title: expect.stringContaining(of(said)) });
      expect(page.canonical).toBe(`${server.url}${prefix}${path}`);
    }
  },
);

it("the error screen of an unknown path links to the main site", async () => {
  const answer = await fetch(`${server.url}/no/such/page`);
  expect(await answer.text()).toMatch(/homeUrl[\\":]+https:\/\/main\.example\b/);
});

it("/successV1 redirects to the confirmation in its language, and keeps its query", async () => {
  for (const prefix of ["", "/fr"]) {
    const answer = await fetch(`${server.url}${prefix}/successV1?instanceId=routed`, { redirect: "manual" });
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toMatch(new RegExp(`${prefix}/success\\?instanceId=routed$`));
  }
});

it("an order's page exists in both languages", async () => {
  expect(await pageAt(orderPath)).toMatchObject({ status: 200, language: "en" });
  expect(await pageAt(`/fr${orderPath}`)).toMatchObject({ status: 200, language: "fr" });
});

it("the link back from a paid order uses the configured URL, /5050/ and the draw's slug", async () => {
  const html = await (await fetch(`${server.url}${orderPath}`)).text();
  expect(html).toContain("https://draws.example/5050/the-slug");
});

it("a path that isn't in the table is not a page", async () => {
  expect((await pageAt("/no/such/page")).status).toBe(404);
});
