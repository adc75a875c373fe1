import type { Page } from "playwright/test";

import { demoDraws } from "@/scripts/demo/draws";
import { importDraw } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import { serverTest } from "./browser-test";

export const demoTest = serverTest(async (use) => {
  const server = await startServer();
  const [first, raffle] = demoDraws(new Date());
  await importDraw(server, first as DrawInput);
  await importDraw(server, raffle as DrawInput);
  await use(server);
  await server.stop();
});

export async function getBox(page: Page, selector: string, at = 0) {
  const found = page.locator(selector).nth(at);
  // A page that is still loading may contain it invisibly.
  await found.waitFor();
  const box = await found.boundingBox();
  if (!box) throw new Error(`Nothing is seen of ${selector}.`);
  return { ...box, bottom: box.y + box.height };
}

export async function newDraw(server: Server, changes: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith(changes);
  await importDraw(server, draw);
  return draw.id;
}
