import type { Page } from "playwright";

import type { Language } from "./checkout";
import { words } from "./checkout";

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

/** The buyer's finger on the sensor; waits until the sheet lets it. */
export async function authorizeSheet(page: Page, language: Language): Promise<void> {
  await sheetOf(page).getByRole("button", { name: buttons[language].approve }).click();
}

/** Closes the sheet as a buyer does. */
export async function cancelSheet(page: Page, language: Language): Promise<void> {
  await sheetOf(page).getByRole("button", { name: buttons[language].cancel }).click();
}
