import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import type { FaultInput } from "@/tests/support/sandbox/sandbox-control";
import { armFault } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import type { Language } from "./checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "./checkout";

export type OrderLocator = { instanceId: string; orderId: string };

export function orderUrl(
  server: Pick<Server, "url">,
  language: Language,
  { instanceId, orderId }: OrderLocator,
): string {
  return `${server.url}${pathIn(language, `/order/${instanceId}/${orderId}`)}`;
}

export function readOrderLocator(page: Page): OrderLocator {
  const [instanceId = "", orderId = ""] = new URL(page.url()).pathname.split("/order/")[1]?.split("/") ?? [];
  return { instanceId, orderId };
}

/** The gateway's lookups and the page's polling become less frequent over time. */
const answerWithinMs = 90_000;

export async function waitForState(
  page: Page,
  language: Language,
  state: keyof (typeof words)["en"]["order"]["states"],
): Promise<void> {
  const { title } = words[language].order.states[state];
  await page.getByRole("heading", { level: 1, name: title }).waitFor({ timeout: answerWithinMs });
}

export async function expectNoWayToPay(page: Page, language: Language): Promise<void> {
  const { payNow, payAgain } = words[language].heldOrder;
  const links = [payNow, payAgain].map((name) => page.getByRole("link", { name }));
  const offers = links.reduce((all, link) => all.or(link), payButton(page, language));
  expect(await offers.count()).toBe(0);
}

/** Pays while `fault` strikes at the gateway, and ends on the page of the unknown order. */
export async function payIntoFault(
  page: Page,
  server: Server,
  options: { language: Language; drawId: string; fault: FaultInput; card?: string },
): Promise<OrderLocator> {
  const { language, drawId, fault, card } = options;
  await page.goto(`${server.url}${pathIn(language, `/${drawId}`)}`);
  await fillDetails(page, language);
  await fillCard(page, card);
  await armFault(server.sandboxUrl, fault);
  await payButton(page, language).click();
  await page.waitForURL(/\/order\//, { timeout: 45_000 });
  return readOrderLocator(page);
}
