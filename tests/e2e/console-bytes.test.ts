import { gzipSync } from "node:zlib";

import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { allowedInConsole as allow, button } from "@/tests/support/browser/console";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";

/** The gzipped script of a page of the same Next that shows one word (`bench/floors`). */
const barePageBytes = 134_800;

/** A page of the console may load this much more. */
const maxBytes = 60_000;

/** The set-up of a draw has all of its steps in one page. */
const maxSetUpBytes = 71_000;

/** The gzipped size of all of our scripts that a current browser loads, until no more come. */
async function scriptBytes(page: Page, server: Server, path: string): Promise<number> {
  const scripts = new Set<string>();
  const onResponse = (response: { url: () => string }) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === server.url && pathname.endsWith(".js")) scripts.add(pathname);
  };
  page.on("response", onResponse);
  await page.goto(`${server.url}${path}`);
  await page.waitForLoadState("networkidle");
  page.off("response", onResponse);
  // Fetched again, because a browser forgets the body of a script that another page has loaded.
  const sizes = [...scripts].map(async (script) => {
    const response = await fetch(`${server.url}${script}`);
    return gzipSync(await response.arrayBuffer()).length;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

async function signIn(page: Page, server: Server): Promise<void> {
  type Links = { links: { role: string; link: string }[] };
  const { body } = await adminCall<Links>(server, "POST", "/api/admin/persons/demo");
  await page.goto(body.links.find(({ role }) => role === "admin")?.link ?? "");
  await button(page, words.en.console.demo.button).click();
  await page.getByRole("heading", { name: words.en.console.homePage.title, level: 1 }).waitFor();
}

async function sellOne(server: Server): Promise<string> {
  await importDraw(server, drawWith({ id: "weighed" }));
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: "weighed" })).body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return `/console/orders/weighed/${order.orderCode}`;
}

async function startDraft(server: Server): Promise<string> {
  const draft = { drawId: "begun", parentId: "weigher", title: "Begun", type: "5050 Cash", province: "ON" };
  await adminCall(server, "POST", "/api/admin/drafts", draft);
  return "/console/draws/begun";
}

test("no page of the console loads more than 60 kB of script above a bare page", async ({ pages, server }) => {
  const order = await sellOne(server);
  const visitor = await pages.newPage({ allow });
  const above: Record<string, number> = {};
  for (const path of ["/console", "/console/invitation"]) {
    above[`${path}, not signed in`] = (await scriptBytes(visitor, server, path)) - barePageBytes;
  }
  const page = await pages.newPage({ allow });
  await signIn(page, server);
  const lists = ["account", "draws", "orders", "people", "tablets", "teams", "history"].map(
    (name) => `/console/${name}`,
  );
  for (const path of ["/console", ...lists, order])
    above[path] = (await scriptBytes(page, server, path)) - barePageBytes;
  expect(Object.entries(above).filter(([, bytes]) => bytes > maxBytes || bytes < 1000)).toEqual([]);
  expect((await scriptBytes(page, server, await startDraft(server))) - barePageBytes).toBeLessThan(maxSetUpBytes);
});
