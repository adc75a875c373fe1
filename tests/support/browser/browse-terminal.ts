import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";

import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import type { Line } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import type { Server } from "@/tests/support/servers/server";
import type { Language } from "./checkout";
import { pathIn } from "./checkout";
import type { PageOptions, Pages } from "./open-pages";

export async function openTerminal(
  pages: Pages,
  { server, device, language, path }: { server: Server; device: RegisteredDevice; language: Language; path: string },
  options: PageOptions = {},
): Promise<Page> {
  const page = await pages.newPage({ locale: `${language}-CA`, ...options });
  await page.context().addCookies(device.cookies.map((cookie) => ({ ...cookie, url: server.url })));
  await page.goto(`${server.url}${pathIn(language, path)}`);
  return page;
}

export async function holdAtTerminal(
  device: RegisteredDevice,
  { instanceId, lines, body }: { instanceId: string; lines: Line[]; body?: Record<string, unknown> },
): Promise<{ instanceId: string; orderId: string; orderCode: string }> {
  const order = { instanceId, lines, atTerminal: true, locale: "en", ...body };
  const attestations = { age: true, location: true, rules: true };
  const answer = await device.call<{ order: TerminalOrder }>(
    "POST",
    "/api/orders",
    { attestations, ...order },
    { "idempotency-key": randomUUID() },
  );
  if (answer.status !== 201) throw new Error(`The order was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.order;
}

export async function sellForCash(
  device: RegisteredDevice,
  sale: Parameters<typeof holdAtTerminal>[1],
): Promise<TerminalOrder> {
  const { instanceId, orderId } = await holdAtTerminal(device, sale);
  const path = `/api/terminal/orders/${instanceId}/${orderId}/cash`;
  const answer = await device.call<{ order: TerminalOrder }>("POST", path, {});
  if (answer.status !== 200) throw new Error(`The cash was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.order;
}
