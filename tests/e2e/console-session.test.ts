import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { button, freshEmail, openAccount, openInviteForm, signOut } from "@/tests/support/browser/console";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

/** The session ends before the invitation is sent. */
async function typeInvitation(page: Page, language: Language, email: string) {
  const t = words[language].console;
  await page.getByRole("link", { name: t.nav.people }).click();
  const form = await openInviteForm(page, language);
  await form.getByLabel(t.people.name, { exact: true }).fill("Jo Tremblay");
  await form.getByLabel(t.people.email, { exact: true }).fill(email);
  await form.getByLabel(t.people.role, { exact: true }).selectOption("auditor");
  await form.getByLabel(t.people.scope, { exact: true }).selectOption("everything");
  await page.context().clearCookies();
  return form;
}

for (const language of languages) {
  const t = words[language].console;

  test(
    `what is sent after the session ended is sent again after a passkey, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page } = await openAccount({ pages, server }, language);
      const email = freshEmail();
      await typeInvitation(page, language, email);
      await button(page, t.people.send).click();
      await page.getByRole("dialog", { name: t.confirm.endedTitle }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await button(page, t.confirm.button).click();
      await page.getByRole("listitem").filter({ hasText: email }).waitFor();
    },
  );

  test(
    `a page whose session ended is hidden until the person signs in again, and keeps what was typed, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page } = await openAccount({ pages, server }, language);
      const email = freshEmail();
      const form = await typeInvitation(page, language, email);
      await button(page, t.people.send).click();
      await button(page, t.confirm.cancel).click();
      await page.getByText(t.signIn.ended).waitFor();
      await expect(page.getByRole("heading", { name: t.signIn.title })).toBeFocused();
      await expect(form).toBeHidden();
      await button(page, t.signIn.button).click();
      await expect(form.getByLabel(t.people.email, { exact: true })).toHaveValue(email);
      await button(page, t.people.send).click();
      await page.getByRole("listitem").filter({ hasText: email }).waitFor();
      // After a deliberate sign-out, nothing remains for the next person.
      await signOut(page, language);
      await page.getByText(t.signIn.text).waitFor();
      expect(await page.getByText(email).count()).toBe(0);
    },
  );
}
