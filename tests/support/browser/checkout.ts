import type { FrameLocator, Page } from "playwright/test";

import english from "@/messages/en.json" with { type: "json" };
import french from "@/messages/fr.json" with { type: "json" };

import { cards } from "@/tests/support/calls/buyer";

export const words = { en: english, fr: french } as const;

export type Language = keyof typeof words;

export function pathIn(language: Language, path: string): string {
  return language === "fr" ? `/fr${path}` : path;
}

export async function fillDetails(page: Page, language: Language): Promise<void> {
  const { checkout } = words[language];
  await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie Tremblay");
  await page.getByLabel(checkout.email, { exact: true }).fill("rosalie@example.test");
  const province = page.getByLabel(checkout.province, { exact: true });
  if ((await province.count()) > 0) await province.selectOption("ON");
  for (const box of await page.getByRole("checkbox").all()) await box.check();
}

function cardField(page: Page, type: "card-number" | "expiry" | "cvv"): FrameLocator {
  return page.frameLocator(`iframe[name="bambora-${type}-iframe"]`);
}

/** The provider's fields load one after another, and Tab skips those that aren't loaded yet. */
export async function waitForCard(page: Page): Promise<void> {
  for (const type of ["card-number", "expiry", "cvv"] as const) await cardField(page, type).locator("input").waitFor();
}

export async function fillCard(page: Page, number: string = cards.approved): Promise<void> {
  const fields = [
    ["card-number", number],
    ["expiry", "1229"],
    ["cvv", "123"],
  ] as const;
  for (const [type, text] of fields) {
    const input = cardField(page, type).locator("input");
    await input.fill("");
    await input.pressSequentially(text);
  }
}

export function payButton(page: Page, language: Language) {
  const [verb = ""] = words[language].checkout.pay.split(" ");
  return page.getByRole("button", { name: new RegExp(`^${verb}\\s`) });
}

export function readsLike(message: string): RegExp {
  const parts = message.split(/\{\w+\}|<\/?\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
