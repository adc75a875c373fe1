import type { Page } from "playwright/test";

import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import type { Server } from "@/tests/support/servers/server";
import { openTerminal } from "./browse-terminal";
import type { Language } from "./checkout";
import { words } from "./checkout";
import type { PageOptions, Pages } from "./open-pages";

type SalePage = { server: Server; device: RegisteredDevice; language: Language; drawId: string };

export async function openSale(pages: Pages, place: SalePage, options: PageOptions = {}): Promise<Page> {
  const { server, device, language, drawId } = place;
  const printing: Pages = {
    async newPage(given) {
      const page = await pages.newPage(given);
      await page.addInitScript(() => {
        const kept = window as typeof window & { printed?: string[] };
        window.print = () => {
          const paper = document.querySelector<HTMLElement>("#receipt-paper");
          kept.printed = [...(kept.printed ?? []), paper?.innerText ?? ""];
        };
      });
      return page;
    },
  };
  return openTerminal(printing, { server, device, language, path: `/terminal/${drawId}` }, options);
}

export function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true });
}

export function cashConfirm(page: Page, language: Language) {
  const [before = ""] = words[language].terminalSale.cash.confirm.split("{");
  return page.getByRole("button", { name: before.trim() });
}

export function heldOrderId(page: Page, drawId: string): Promise<string> {
  const key = `tirage-terminal-sale-${drawId}`;
  return page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? "{}").orderId as string, key);
}

export async function readSold(page: Page, device: RegisteredDevice): Promise<TerminalOrder> {
  await page.waitForURL(/\/terminal\/success\?/);
  const query = new URL(page.url()).searchParams;
  const [instanceId, orderId] = [query.get("instanceId") ?? "", query.get("orderId") ?? ""];
  const answer = await device.call<{ order: TerminalOrder }>("GET", `/api/terminal/orders/${instanceId}/${orderId}`);
  return answer.body.order;
}

export async function paperText(page: Page): Promise<string> {
  return (await page.locator("#receipt-paper").innerText()).replace(/\s+/g, " ");
}

export function printedBy(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as typeof window & { printed?: string[] }).printed ?? []);
}
