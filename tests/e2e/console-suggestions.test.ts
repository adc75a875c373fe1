import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import { shopTest } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { actionFor, button, freshEmail, openAccount } from "@/tests/support/browser/console";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

for (const language of languages) {
  const t = words[language].console;

  shopTest(
    `the roles that a draw names become an invitation once an address is added, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const userId = `user-${language}`;
      const title = { en: `Lake 50/50 (${language})`, fr: `50/50 du lac (${language})` };
      const draw = drawWith({ title, userIDs: [userId], userRoles: { [userId]: ["Teams Manager", "Winner Picker"] } });
      await importDraw(server, draw);
      const { page } = await openAccount({ pages, server }, language);
      await page.getByRole("link", { name: t.nav.people }).click();
      const suggestions = page.getByRole("region", { name: t.people.suggestions });
      await suggestions.getByText(t.roles.winnerPicker).waitFor();
      const listed = t.people.suggestedIn.replace("{draw}", title[language]).replace("<id>{user}</id>", userId);
      await suggestions.getByText(listed).waitFor();
      await button(page, actionFor(language, t.people.inviteSuggested, userId)).click();
      await expect(page.getByLabel(t.people.name, { exact: true })).toBeFocused();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.keyboard.type("Jo Tremblay");
      const email = freshEmail();
      await page.getByLabel(t.people.email, { exact: true }).fill(email);
      await button(page, t.people.send).click();
      await page.getByText(t.people.invited.replace("{email}", email)).waitFor();
      await suggestions.getByText(userId).waitFor({ state: "detached" });
      const invited = page.getByRole("listitem").filter({ hasText: email });
      for (const role of ["teamsManager", "winnerPicker"] as const) {
        await invited.getByText(t.roles[role]).waitFor();
      }
    },
  );
}
