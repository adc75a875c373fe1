import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { button, openAccount } from "@/tests/support/browser/console";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

for (const language of languages) {
  test(
    `the history in ${language} shows who did what, what a draw was before, and whether a saved seal still matches`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      // The server refuses a text that isn't a seal.
      const { page } = await openAccount({ pages, server }, language, [/status of 422/]);
      const t = words[language].console;
      const { history } = t;
      const id = `history-${language}-${Date.now()}`;
      for (const name of ["First name", "Second name"]) await importDraw(server, drawWith({ id, urlSlug: id, name }));
      await page.getByRole("link", { name: t.nav.history }).click();
      const rows = page.getByRole("row");
      const signIns = rows.filter({ hasText: history.kinds["session-opened"] });
      await rows.filter({ hasText: history.kinds["passkey-added"] }).first().waitFor();
      expect(await signIns.count()).toBe(0);
      const openFilters = () => page.locator("summary").filter({ hasText: history.filters }).click();
      await openFilters();
      const what = page.getByLabel(history.what, { exact: true });
      await what.selectOption("anything");
      await signIns.first().waitFor();
      await what.selectOption("");
      await signIns.first().waitFor({ state: "detached" });
      await page.getByLabel(history.where, { exact: true }).selectOption(id);
      await what.selectOption("draw-redefined");
      await expect(page).toHaveURL(new RegExp(`chain=${id}&kind=draw-redefined$`));
      const changed = rows.filter({ hasText: history.kinds["draw-redefined"] });
      await expect(changed).toHaveCount(1);
      await changed.getByText(history.actors.admin).waitFor();
      await changed.getByRole("button", { name: history.revision.show }).click();
      await changed.getByText(history.revision.before.replace("{value}", "First name")).waitFor();
      await changed.getByText(history.revision.after.replace("{value}", "Second name")).waitFor();
      await page.reload();
      await changed.waitFor();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`chain=${id}$`));
      // Entries are sealed some seconds after they are written.
      await expect(async () => {
        await page.reload();
        await page.getByText(new RegExp(`^${id}=\\d+:`)).waitFor({ timeout: 2000 });
      }).toPass({ timeout: 60_000 });
      const seal = (await page.getByText(new RegExp(`^${id}=\\d+:`)).textContent()) ?? "";
      await openFilters();
      // While another chain is loading, this chain's seal must not appear under the other's name.
      const answer = Promise.withResolvers<void>();
      await page.route(/history\?.*system/, async (route) => {
        await answer.promise;
        await route.continue();
      });
      await page.getByLabel(history.where, { exact: true }).selectOption("system:people");
      await page.getByRole("region", { name: history.list }).and(page.locator("[aria-busy=true]")).waitFor();
      expect(await page.getByText(seal).count()).toBe(0);
      answer.resolve();
      await page.getByText(history.seal.newest.replace("{place}", history.groups.people)).waitFor();
      const check = async (text: string) => {
        await page.getByLabel(history.seal.label).fill(text);
        await button(page, history.seal.button).click();
      };
      await check(seal);
      const sequence = /=(\d+):/.exec(seal)?.[1] ?? "";
      await page.getByText(history.seal.same.replace("{from}", "1").replace("{sequence}", sequence)).waitFor();
      await check(seal.replace(/.{8}$/, "AAAAAAAA"));
      await page.getByText(history.seal.different.replace("{sequence}", sequence)).waitFor();
      await check("nonsense");
      await page.getByText(history.seal.malformed).waitFor();
    },
  );
}
