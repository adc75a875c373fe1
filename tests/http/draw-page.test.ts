import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { demoDraws } from "@/scripts/demo/draws";
import { demoPurchases } from "@/scripts/demo/purchases";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import type { Server } from "@/tests/support/server";
import { shareServer } from "@/tests/support/shared-server";

const draws = demoDraws(new Date()) as { id: string; rules?: { en: string; fr: string } }[];

let server: Server;

beforeAll(async () => {
  server = await shareServer();
  for (const draw of draws) await importDraw(server, draw as never);
  for (const id of ["demo5050", "demo-raffle"]) await buySome(id);
});

afterAll(() => server.stop());

/** So that a page has recent purchases to show. */
async function buySome(instanceId: string): Promise<void> {
  for (const body of demoPurchases[instanceId]?.slice(0, 6) ?? []) {
    const buyer = createBuyer(server);
    const placed = await buyer.placeOrder({ instanceId, body });
    const { order } = placed.body as { order: OrderView };
    expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  }
}

async function pageOf(path: string): Promise<string> {
  const answer = await fetch(`${server.url}${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe("the page of a draw", () => {
  it("contains static parts once, and not again in its data", async () => {
    const page = await pageOf("/demo5050");
    for (const words of ["Directors and staff of the foundation", "Every night, families sleep", "12 Lantern Street"]) {
      expect([words, countOf(page, words)]).toEqual([words, 1]);
    }
  });

  it("sends its browser no messages that it can never show", async () => {
    const page = await pageOf("/demo5050");
    for (const words of ["Your bank declined this card", "Pay for this order?", "Newfoundland and Labrador"]) {
      expect([words, countOf(page, words)]).toEqual([words, 0]);
    }
  });

  it("names the address of its other messages, which is cached for a day and has them compiled", async () => {
    for (const path of ["/demo5050", "/fr/demo5050", "/1/demo5050"]) {
      const [words = ""] = /\/_i18n\/[a-z]+\/[a-z]+\.json\?v=[\w-]+/.exec(await pageOf(path)) ?? [];
      const answer = await fetch(`${server.url}${words}`);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=86400"]);
      const { checkout, reasons } = (await answer.json()) as Record<string, Record<string, unknown>>;
      expect(reasons?.declined).toEqual(expect.any(String));
      expect(checkout?.problemsTitle).toEqual(expect.any(Array));
    }
  });

  it("includes a draw's own words among the late ones", async () => {
    const messages = { en: { "reasons.declined": "The bank of this draw says no." } };
    await importDraw(server, { ...draws[0], id: "own-late", locale: { useLocal: true, messages } } as never);
    expect(await pageOf("/own-late")).toContain(messages.en["reasons.declined"]);
    await adminCall(server, "POST", "/api/admin/draws/own-late/close");
  });
});
