import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { importDraw } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { listCaptures } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import type { Language } from "./checkout";
import { pathIn, words } from "./checkout";
import type { Pages } from "./open-pages";

/** The browser logs refusals as console errors. */
const refusals = [/status of (402|403|409|503)/, /was not (answered|validated)/];

export type SheetField = "name" | "email" | "phone" | "street" | "city" | "province" | "postalCode" | "card";

export function appleButton(page: Page, language: Language) {
  return page.getByRole("button", { name: words[language].checkout.applePay.buy });
}

export function getSheet(page: Page) {
  return page.getByRole("dialog");
}

export async function fillSheet(page: Page, field: SheetField, value: string): Promise<void> {
  const control = getSheet(page).locator(`[name="apple-pay-${field}"]`);
  if (field === "card") await control.selectOption(value);
  else await control.fill(value);
}

const buttons = {
  en: { approve: "Authorize", cancel: "Cancel" },
  fr: { approve: "Autoriser", cancel: "Annuler" },
} as const;

const connecting = { en: "Connecting…", fr: "Connexion…" } as const;

export async function authorizeSheet(page: Page, language: Language): Promise<void> {
  await getSheet(page).getByRole("button", { name: buttons[language].approve }).click();
}

/** To the page, a sheet closed before it is connected looks like a rejected merchant session. */
export async function cancelSheet(page: Page, language: Language): Promise<void> {
  await getSheet(page).getByText(connecting[language]).waitFor({ state: "hidden" });
  await getSheet(page).getByRole("button", { name: buttons[language].cancel }).click();
}

/** Opens a new draw with Apple's button. The page has loaded its live state, and will poll it later. */
export async function openAppleDraw(
  pages: Pages,
  server: Server,
  language: Language,
  overrides: Partial<DrawInput> = {},
): Promise<{ page: Page; drawId: string }> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  const page = await pages.newPage({ locale: `${language}-CA`, allow: refusals });
  const liveAnswer = page.waitForResponse((response) => response.url().endsWith(`/api/draws/${draw.id}/live`));
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  await liveAnswer;
  // On a phone, the bar leads to the draw's required fields instead of Apple's button.
  await appleButton(page, language).or(page.locator(".pay-bar > .button")).first().waitFor();
  return { page, drawId: draw.id };
}

/** Expects numbers and exactly one capture of `cents`. Returns the order's id. */
export async function expectNumbers(page: Page, server: Server, language: Language, cents = 1000): Promise<string> {
  const { order } = words[language];
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
  await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
  const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
  const captures = await listCaptures(server.sandboxUrl, orderId);
  expect(captures.map(({ amountCents }) => amountCents)).toEqual([cents]);
  return orderId;
}

export async function buyByApple(page: Page, server: Server, language: Language, cents = 1000): Promise<string> {
  await appleButton(page, language).click();
  await authorizeSheet(page, language);
  return expectNumbers(page, server, language, cents);
}
