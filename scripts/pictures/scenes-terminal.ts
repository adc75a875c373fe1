import type { Page } from "playwright/test";

import { button } from "@/tests/support/browse-sale";
import { pathIn, words } from "@/tests/support/checkout";
import { issueDevice } from "@/tests/support/device";

import type { Scene, Setting } from "./scene";
import type { Stage } from "./stage";
import { demoTablet } from "./stage";
import type { Orders } from "./stage-orders";

const orderAt = (page: string, which: keyof Orders) => (stage: Stage) => {
  const { instanceId, orderId } = stage.orders[which];
  return `/terminal/${page}?${new URLSearchParams({ instanceId, orderId })}`;
};

async function takeCash(page: Page, { language }: Setting): Promise<void> {
  await button(page, words[language].terminalSale.means.cash).click();
}

/** A link registers once, so each picture of the form has its own. */
async function followLink(page: Page, { stage, language }: Setting): Promise<void> {
  const { server } = stage;
  const { link } = await issueDevice(server, demoTablet);
  const { search, hash } = new URL(link);
  await page.goto(`${server.url}${pathIn(language, "/terminal/register")}${search}${hash}`);
  await page.getByRole("textbox").first().waitFor();
}

const atTablet = true;

/** What operators see on a registered tablet, and what a browser sees that is none. */
export const terminalScenes: readonly Scene[] = [
  { name: "terminal-register", path: () => "/staticSuccess", act: followLink },
  { name: "terminal-unregistered", path: () => "/terminal" },
  { name: "terminal-home", path: () => "/terminal", atTablet },
  { name: "terminal-sale", path: () => "/terminal/demo5050", atTablet },
  { name: "terminal-sale-raffle", path: () => "/terminal/demo-raffle", atTablet },
  { name: "terminal-sale-cash", path: () => "/terminal/demo5050", act: takeCash, atTablet },
  { name: "terminal-sold", path: orderAt("success", "cash"), atTablet },
  { name: "terminal-recent", path: () => "/terminal/recent-orders?instanceId=demo5050", atTablet },
  { name: "terminal-unfinalized", path: () => "/terminal/unfinalized-orders?instanceId=demo5050", atTablet },
  { name: "terminal-order-cash", path: orderAt("order-details", "cash"), atTablet },
  { name: "terminal-order-open", path: orderAt("order-details", "unpaidCash"), atTablet },
  { name: "terminal-order-refunded", path: orderAt("order-details", "refunded"), atTablet },
];
