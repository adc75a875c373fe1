import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { importDraw } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { capturesOf } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import type { Language } from "./checkout";
import { pathIn, words } from "./checkout";
import type { Pages } from "./open-pages";

/** The browser reports refusals as console errors; in these tests they are expected. */
const refusals = [/status of (402|403|409|503)/, /was not (answered|validated)/];

/** A field of the sheet, as the stand-in names it. */
export type SheetField = "name" | "email" | "phone" | "street" | "city" | "province" | "postalCode" | "card";

/** Apple's button on a draw's page. */
export function appleButton(page: Page, language: Language) {
  return page.getByRole("button", { name: words[language].checkout.applePay.buy });
}

/** The open sheet: there is one at a time. */
export function sheetOf(page: Page) {
  return page.getByRole("dialog");
}

/** Fills in a field of the sheet, or chooses a card by its number. */
export async function fillSheet(page: Page, field: SheetField, value: string): Promise<void> {
  const control = sheetOf(page).locator(`[name="apple-pay-${field}"]`);
  if (field === "card") await control.selectOption(value);
  else await control.fill(value);
}

const buttons = {
  en: { approve: "Authorize", cancel: "Cancel" },
  fr: { approve: "Autoriser", cancel: "Annuler" },
} as const;

const connecting = { en: "Connecting…", fr: "Connexion…" } as const;

/** The buyer's finger on the sensor; waits until the sheet lets it. */
export async function authorizeSheet(page: Page, language: Language): Promise<void> {
  await sheetOf(page).getByRole("button", { name: buttons[language].approve }).click();
}

/**
 * Closes the sheet as a buyer does: once it is connected. One that closes right after the merchant session was given
 * has rejected that session, as far as a page can tell.
 */
export async function cancelSheet(page: Page, language: Language): Promise<void> {
  await sheetOf(page).getByText(connecting[language]).waitFor({ state: "hidden" });
  await sheetOf(page).getByRole("button", { name: buttons[language].cancel }).click();
}

/** A page at a new draw of its own, with Apple's button; it has heard how the sale stands, and asks again later. */
export async function openAppleDraw(
  pages: Pages,
  server: Server,
  language: Language,
  overrides: Partial<DrawInput> = {},
): Promise<{ page: Page; drawId: string }> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  const page = await pages.newPage({ locale: `${language}-CA`, allow: refusals });
  const heard = page.waitForResponse((response) => response.url().endsWith(`/api/draws/${draw.id}/live`));
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  await heard;
  // In place of Apple's button, the bar of a phone leads to what the draw needs before it.
  await appleButton(page, language).or(page.locator(".pay-bar > .button")).first().waitFor();
  return { page, drawId: draw.id };
}

/** Ends at the numbers of an order for which the bank took `cents` once; gives the order's id. */
export async function expectNumbers(page: Page, server: Server, language: Language, cents = 1000): Promise<string> {
  const { order } = words[language];
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
  await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
  const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
  const captures = await capturesOf(server.sandboxUrl, orderId);
  expect(captures.map(({ amountCents }) => amountCents)).toEqual([cents]);
  return orderId;
}

/** A tap of the button and the finger on the sensor, up to the numbers. */
export async function buyByApple(page: Page, server: Server, language: Language, cents = 1000): Promise<string> {
  await appleButton(page, language).click();
  await authorizeSheet(page, language);
  return expectNumbers(page, server, language, cents);
}
