import type { Page } from "playwright/test";

import type { Language } from "./checkout";
import { words } from "./checkout";

export function getBar(page: Page, language: Language) {
  return page.getByRole("region", { name: words[language].checkout.bar.label, includeHidden: true });
}

export async function getPositions(page: Page, language: Language) {
  const { bar, isAtPay } = await getBar(page, language).evaluate((element) => ({
    bar: element.getBoundingClientRect().toJSON() as DOMRect,
    isAtPay: element.classList.contains("at-pay"),
  }));
  const focus = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON() as DOMRect);
  return { bar, focus, isAtPay };
}

export async function isFocusSeen(page: Page, language: Language): Promise<boolean> {
  if (await getBar(page, language).isHidden()) return true;
  const { bar, focus } = await getPositions(page, language);
  const isOfBar = await page.evaluate(() => document.activeElement?.closest(".pay-bar") != null);
  return isOfBar || focus.bottom <= bar.top;
}
