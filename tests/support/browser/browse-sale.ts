import type { Page } from "playwright/test";

import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import type { Server } from "@/tests/support/servers/server";
import { openTerminal } from "./browse-terminal";
import type { Language } from "./checkout";
import { words } from "./checkout";
import type { PageOptions, Pages } from "./open-pages";

type SalePage = { server: Server; device: RegisteredDevice; language: Language; drawId: string };

/** Opens the sale of a draw on a registered tablet; of what the page prints the words are kept (`printedBy`). */
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

/** A button by the whole of its name. */
export function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true });
}

/** The press that makes a cash sale, whatever its amount. */
export function cashConfirm(page: Page, language: Language) {
  const [before = ""] = words[language].terminalSale.cash.confirm.split("{");
  return page.getByRole("button", { name: before.trim() });
}

/** The order that the page of a sale holds. */
export function heldOrderId(page: Page, drawId: string): Promise<string> {
  const key = `tirage-terminal-sale-${drawId}`;
  return page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? "{}").orderId as string, key);
}

/** The order of the page after a sale, as the server tells it a device. */
export async function readSold(page: Page, device: RegisteredDevice): Promise<TerminalOrder> {
  await page.waitForURL(/\/terminal\/success\?/);
  const query = new URL(page.url()).searchParams;
  const [instanceId, orderId] = [query.get("instanceId") ?? "", query.get("orderId") ?? ""];
  const answer = await device.call<{ order: TerminalOrder }>("GET", `/api/terminal/orders/${instanceId}/${orderId}`);
  return answer.body.order;
}

/** The words of the receipt that a page shows, each space one. */
export async function paperText(page: Page): Promise<string> {
  return (await page.locator("#receipt-paper").innerText()).replace(/\s+/g, " ");
}

/** The words of each receipt that a page has printed since it was loaded. */
export function printedBy(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as typeof window & { printed?: string[] }).printed ?? []);
}
