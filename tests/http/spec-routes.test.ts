import { afterAll, beforeAll, expect, it } from "vitest";

import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

let server: Server;
let orderPath = "";

beforeAll(async () => {
  server = await startServer({ env: { RETURN_URL: "https://draws.example" } });
  await importDraw(server, { ...drawWith({ id: "routed" }), urlSlug: "the-slug" });
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: "routed" })).body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  orderPath = `/order/${order.instanceId}/${order.orderId}`;
});

afterAll(() => server.stop());

async function pageAt(path: string): Promise<{ status: number; language: string | undefined }> {
  const answer = await fetch(`${server.url}${path}`, { redirect: "manual" });
  return { status: answer.status, language: /<html[^>]* lang="(\w+)/.exec(await answer.text())?.[1] };
}

const routes = ["/routed", "/1/routed", "/success", "/staticSuccess", "/hashtest", "/terminal"];

it.each(routes)("%s is a page in English, and in French under /fr", async (path) => {
  expect(await pageAt(path)).toEqual({ status: 200, language: "en" });
  expect(await pageAt(`/fr${path}`)).toEqual({ status: 200, language: "fr" });
});

it("/successV1 leads to the confirmation in its language, and keeps its query", async () => {
  for (const prefix of ["", "/fr"]) {
    const answer = await fetch(`${server.url}${prefix}/successV1?instanceId=routed`, { redirect: "manual" });
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toMatch(new RegExp(`${prefix}/success\\?instanceId=routed$`));
  }
});

it("the page of an order is there in both languages", async () => {
  expect(await pageAt(orderPath)).toEqual({ status: 200, language: "en" });
  expect(await pageAt(`/fr${orderPath}`)).toEqual({ status: 200, language: "fr" });
});

it("the way back from a paid order leads to the address that is configured, /5050/ and the draw's slug", async () => {
  const html = await (await fetch(`${server.url}${orderPath}`)).text();
  expect(html).toContain("https://draws.example/5050/the-slug");
});

it("a path that is not in the table is no page", async () => {
  expect((await pageAt("/no/such/page")).status).toBe(404);
});
