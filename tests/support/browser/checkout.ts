import type { FrameLocator, Page } from "playwright/test";

import english from "@/messages/en.json" with { type: "json" };
import french from "@/messages/fr.json" with { type: "json" };

import { cards } from "@/tests/support/calls/buyer";

/** Words that a person sees, by language. */
export const words = { en: english, fr: french } as const;

/** A language of the pages. */
export type Language = keyof typeof words;

/** A path in a language: French stands under its prefix. */
export function pathIn(language: Language, path: string): string {
  return language === "fr" ? `/fr${path}` : path;
}

/** Fills in name, e-mail, province where there is a choice, and the attestations, as a buyer from Ontario. */
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

/** Waits for the provider's fields, which come one after the other: a Tab stops at none that is not there yet. */
export async function waitForCard(page: Page): Promise<void> {
  for (const type of ["card-number", "expiry", "cvv"] as const) await cardField(page, type).locator("input").waitFor();
}

/** Types a card into the provider's fields, each in its own frame. */
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

/** The button that pays, whatever its amount. */
export function payButton(page: Page, language: Language) {
  const [verb = ""] = words[language].checkout.pay.split(" ");
  return page.getByRole("button", { name: new RegExp(`^${verb}\\s`) });
}

/** How a message reads, whatever its values. */
export function readsLike(message: string): RegExp {
  const parts = message.split(/\{\w+\}|<\/?\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
