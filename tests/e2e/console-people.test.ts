import { expect } from "playwright/test";

import { endOfLastDay } from "@/lib/people/rules.access-end";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { languages } from "@/lib/platform/i18n/routing";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import {
  actionFor,
  button,
  freshEmail,
  invite,
  openAccount,
  openInviteForm,
  signOut,
} from "@/tests/support/browser/console";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

for (const language of languages) {
  const t = words[language].console;

  test(
    `a person's last day of access is shown, changed and removed in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page } = await openAccount({ pages, server }, language);
      await page.getByRole("link", { name: t.nav.people }).click();
      const email = freshEmail();
      await invite(page, language, { name: "Jo Tremblay", email, role: "auditor" });
      const row = page.getByRole("listitem").filter({ hasText: email });
      await row.getByRole("button", { name: actionFor(language, t.people.manage, "Jo Tremblay") }).click();
      const lastDay = row.getByLabel(t.people.lastDay);
      await button(page, t.people.saveEnd).click();
      await row.getByText(t.people.missing.lastDay).waitFor();
      await expect(lastDay).toBeFocused();
      const day = "2099-11-30";
      await lastDay.fill(day);
      await button(page, t.people.saveEnd).click();
      await row.getByText(t.people.saved).waitFor();
      const noon = new Date(Date.parse(endOfLastDay(day)) - 12 * 60 * 60_000);
      const shown = formatInstant(noon, language, "America/Toronto", "day").replaceAll("\u00a0", " ");
      expect(shown).toContain("2099");
      const until = t.people.until.replace("{date}", shown);
      await expect(row).toContainText(until);
      await page.reload();
      await row.getByRole("button", { name: actionFor(language, t.people.manage, "Jo Tremblay") }).click();
      await expect(lastDay).toHaveValue(day);
      await button(page, t.people.removeEnd).click();
      await row.getByText(t.people.saved).waitFor();
      await expect(lastDay).toHaveValue("");
      await expect(row).not.toContainText(until);
    },
  );
}

const t = words.en.console;

test("who refunds has a limit for a day, set with the invitation and changed later", async ({ pages, server }) => {
  const { page } = await openAccount({ pages, server }, "en");
  await page.getByRole("link", { name: t.nav.people }).click();
  const email = freshEmail();
  const form = await openInviteForm(page, "en");
  await form.getByLabel(t.people.role, { exact: true }).selectOption("Order Refunder");
  await form.getByLabel(t.people.scope, { exact: true }).selectOption("everything");
  await form.getByLabel(t.people.refundLimit).fill("250");
  await invite(page, "en", { name: "Jo Tremblay", email, role: "Order Refunder" });
  const row = page.getByRole("listitem").filter({ hasText: email });
  const limitOf = (amount: string) => t.people.refundsUpTo.replace("{amount}", amount);
  await expect(row).toContainText(limitOf("$250"));
  await row.getByRole("button", { name: actionFor("en", t.people.manage, "Jo Tremblay") }).click();
  const limit = row.getByLabel(t.people.refundLimit);
  await expect(limit).toHaveValue("250");
  await limit.fill("a lot");
  await button(page, t.people.saveRefundLimit).click();
  await row.getByText(t.people.missing.refundLimit).waitFor();
  await expect(limit).toBeFocused();
  await limit.fill("100.50");
  await button(page, t.people.saveRefundLimit).click();
  await expect(row).toContainText(limitOf("$100.50"));
});

test("a new invitation shows its link, which can be copied", async ({ pages, server }) => {
  const { page } = await openAccount({ pages, server }, "en");
  await page.getByRole("link", { name: t.nav.people }).click();
  const email = freshEmail();
  const first = await invite(page, "en", { name: "Jo Tremblay", email, role: "auditor" });
  const row = page.getByRole("listitem").filter({ hasText: email });
  await row.getByRole("button", { name: actionFor("en", t.people.manage, "Jo Tremblay") }).click();
  await button(page, t.people.inviteAgain).click();
  await row.getByRole("img", { name: t.people.qr.replace("{name}", "Jo Tremblay") }).waitFor();
  const link = (await row.getByText(/#code=/).textContent()) ?? "";
  expect(link).not.toBe(first);
  // A browser lets only the front window write to the clipboard.
  const copied = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const writeText = async (text: string) => texts.push(text);
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    return texts;
  });
  await row.getByRole("button", { name: t.link.copy }).click();
  await row.getByText(words.en.copy.copied).waitFor();
  expect(await copied.jsonValue()).toEqual([link]);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await row.getByRole("button", { name: t.link.copy }).click();
  await row.getByText(words.en.copy.failed).waitFor();
});

test("an invitation that lacks something is not sent, and says what beside the field", async ({ pages, server }) => {
  const title = `Harbour ${Date.now()}`;
  await importDraw(server, drawWith({ title: { en: title, fr: "50/50 du port" } }));
  const { page } = await openAccount({ pages, server }, "en");
  await page.getByRole("link", { name: t.nav.people }).click();
  const form = await openInviteForm(page, "en");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await expect(form.getByLabel(t.people.name, { exact: true })).toBeFocused();
  await button(page, t.people.send).click();
  const { name, email, role, scope } = t.people.missing;
  for (const problem of [name, email, role, scope]) await form.getByText(problem, { exact: true }).waitFor();
  await expect(form.getByLabel(t.people.name, { exact: true })).toBeFocused();
  await form.getByLabel(t.people.name, { exact: true }).fill("Jo Tremblay");
  await form.getByLabel(t.people.email, { exact: true }).fill(freshEmail());
  await form.getByLabel(t.people.role, { exact: true }).selectOption("auditor");
  await form.getByLabel(t.people.scope, { exact: true }).selectOption("draw");
  await button(page, t.people.send).click();
  const place = form.getByLabel(t.people.drawTitle, { exact: true });
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription(t.people.chooseDraw);
  expect(sent).toEqual([]);
  await place.selectOption({ label: title });
  await button(page, t.people.send).click();
  await page.getByRole("listitem").filter({ hasText: "Jo Tremblay" }).getByText(title).waitFor();
});

test("what is pressed and disappears gives the focus to the outcome, or to the page's heading", async ({
  pages,
  server,
}) => {
  const { page } = await openAccount({ pages, server }, "en");
  await signOut(page, "en");
  await expect(page.getByRole("heading", { name: t.signIn.title })).toBeFocused();
  await button(page, t.signIn.button).click();
  await expect(page.getByRole("heading", { name: "Marie Roy" })).toBeFocused();
  await page.getByRole("link", { name: t.nav.people }).click();
  const email = freshEmail();
  await invite(page, "en", { name: "Jo Tremblay", email, role: "auditor" });
  const row = page.getByRole("listitem").filter({ hasText: email });
  await row.getByRole("button", { name: actionFor("en", t.people.manage, "Jo Tremblay") }).click();
  await row.getByRole("button", { name: actionFor("en", t.people.withdraw, t.roles.auditor) }).click();
  await page.getByRole("group").getByRole("button", { name: t.people.withdraw }).click();
  await expect(row.getByRole("status").filter({ hasText: t.people.saved }).locator("..")).toBeFocused();
});

test("people whom the page could not load are asked for again", async ({ pages, server }) => {
  const { page } = await openAccount({ pages, server }, "en", [/ERR_FAILED/]);
  await page.route("**/api/admin/persons", (route) => route.abort(), { times: 1 });
  await page.getByRole("link", { name: t.nav.people }).click();
  await button(page, t.again).click();
  await page.getByRole("listitem").filter({ hasText: "Marie Roy" }).first().waitFor();
});
