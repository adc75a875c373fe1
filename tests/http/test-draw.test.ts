import { afterAll, beforeAll, expect, it } from "vitest";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
});

afterAll(() => server.stop());

async function pagesOf(isTestDraw: boolean): Promise<string[]> {
  const draw = drawWith({ isTestDraw });
  await importDraw(server, draw);
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return [
    `/${draw.id}`,
    `/order/${draw.id}/${order.orderId}`,
    `/success?instanceId=${draw.id}&orderId=${order.orderId}`,
  ];
}

/** Leaves out scripts, which contain every message. */
async function visibleText(language: Language, path: string): Promise<string> {
  const response = await fetch(`${server.url}${pathIn(language, path)}`);
  return (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
}

it.each(["en", "fr"] as const)(
  "a test draw is marked on its page, its order and its receipt, in %s",
  async (language) => {
    const { testMark, testDraw } = words[language].draw;
    for (const path of await pagesOf(true)) {
      const page = await visibleText(language, path);
      expect(page.split(`>${testMark}<`).length - 1, path).toBeGreaterThanOrEqual(2);
      expect(page, path).toContain(testDraw);
    }
  },
);

it("a real draw is not", async () => {
  for (const path of await pagesOf(false)) {
    const page = await visibleText("en", path);
    expect(page, path).not.toContain(`>${words.en.draw.testMark}<`);
    expect(page, path).not.toContain(words.en.draw.testDraw);
  }
});
