import type { Page } from "playwright";

import type { PageOptions, TestBrowser } from "./browser";
import type { Language } from "./checkout";
import { pathIn, words } from "./checkout";
import type { RegisteredDevice } from "./device";
import type { Server } from "./server";

/** A tablet in both of its positions. */
export const tablets = { upright: { width: 820, height: 1180 }, lying: { width: 1180, height: 820 } } as const;

/** Opens a page in the browser of a registered tablet; of what it prints the words are kept (`printedBy`). */
export async function openTablet(
  browser: TestBrowser,
  server: Pick<Server, "url">,
  device: Pick<RegisteredDevice, "cookies">,
  { language, ...options }: PageOptions & { language: Language },
): Promise<Page> {
  const page = await browser.newPage({ viewport: tablets.upright, locale: `${language}-CA`, ...options });
  await page.context().addCookies(device.cookies.map(({ name, value }) => ({ name, value, url: server.url })));
  await page.addInitScript(() => {
    const kept = window as typeof window & { printed?: string[] };
    window.print = () => {
      const paper = document.querySelector<HTMLElement>("#receipt-paper");
      kept.printed = [...(kept.printed ?? []), paper?.innerText ?? ""];
    };
  });
  return page;
}

/** Goes to where a draw is sold. */
export async function openSale(
  page: Page,
  server: Pick<Server, "url">,
  language: Language,
  drawId: string,
): Promise<void> {
  await page.goto(`${server.url}${pathIn(language, `/terminal/${drawId}`)}`);
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

/** The words of each receipt that a page has printed since it was loaded. */
export function printedBy(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as typeof window & { printed?: string[] }).printed ?? []);
}
