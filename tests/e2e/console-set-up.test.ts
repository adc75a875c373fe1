import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import { shopTest } from "@/tests/support/browser/browser-test";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { button } from "@/tests/support/browser/console";
import { openManager, SetUp, startDraw } from "@/tests/support/browser/set-up";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

for (const language of languages) {
  const { draws, setUp: t } = words[language].console;

  shopTest(
    `a manager sets up a 50/50 from nothing in ${language}, and buyers can order it`,
    fullRunOnlyIn(language, "@desktop"),
    async ({ pages, server }) => {
      // Ten steps of forms, of which each is saved.
      shopTest.setTimeout(180_000);
      const parentId = `setup-${language}-${Date.now()}`;
      const page = await openManager({ pages, server }, language, parentId);
      const setUp = await startDraw(page, language, parentId);
      await setUp.open("review");
      await expect(button(page, t.review.publish.open)).toBeDisabled();
      await setUp.open("basics");
      // The step was finished, so its empty fields say what to do.
      expect(await findAxeViolations(page)).toEqual([]);
      await setUp.fillDraw();
      await setUp.open("review");
      await page.getByText(t.review.ready.open).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await button(page, t.review.publish.open).click();
      await page
        .getByRole("group", { name: t.review.question.open })
        .getByRole("button", { name: t.review.publish.open })
        .click();
      await page.getByRole("button", { name: draws.actions.close.label }).waitFor();
      const buyer = await pages.newPage({ locale: `${language}-CA` });
      await buyer.goto(`${server.url}${pathIn(language, `/${parentId}`)}`);
      await buyer
        .getByRole("heading", { name: language === "fr" ? "50/50 de l’aréna" : "Arena 50/50" })
        .first()
        .waitFor();
      await buyer
        .getByText(language === "fr" ? "10 billets" : "10 tickets")
        .first()
        .waitFor();
    },
  );
}

shopTest("two people who edit a draft notice each other", { tag: "@desktop" }, async ({ pages, server }) => {
  const parentId = `shared-${Date.now()}`;
  const first = await openManager({ pages, server }, "en", parentId);
  const setUp = await startDraw(first, "en", parentId);
  const { basics, save } = setUp.t;
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.getByLabel(basics.license, { exact: true }).fill("SECOND");
  await second.getByText(/^Saved /).waitFor();
  await first.getByLabel(basics.license, { exact: true }).fill("FIRST");
  await button(first, save.takeNewer).waitFor();
  await first.getByText(save.differing).waitFor();
  await expect(first.getByRole("alert").getByRole("listitem")).toHaveText([words.en.console.history.fields.license]);
  expect(await first.getByLabel(basics.license, { exact: true }).inputValue()).toBe("FIRST");
  await button(first, save.takeNewer).click();
  await expect(first.getByLabel(basics.license, { exact: true })).toHaveValue("SECOND");
});

shopTest(
  "what is typed without a connection is saved once it is back",
  { tag: "@desktop" },
  async ({ pages, server }) => {
    const parentId = `offline-${Date.now()}`;
    const page = await openManager({ pages, server }, "en", parentId);
    const setUp = await startDraw(page, "en", parentId);
    await page.context().setOffline(true);
    await setUp.fill(setUp.t.basics.license, "RAF1");
    await page.getByText(setUp.t.save.offline).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^Saved /).waitFor();
    await page.reload();
    await expect(page.getByLabel(setUp.t.basics.license, { exact: true })).toHaveValue("RAF1");
  },
);

shopTest("whoever leaves a draft finds what was saved", { tag: "@desktop" }, async ({ pages, server }) => {
  const parentId = `left-${Date.now()}`;
  const page = await openManager({ pages, server }, "en", parentId);
  const setUp = await startDraw(page, "en", parentId);
  const { basics, save } = setUp.t;
  const { draws } = words.en.console;
  const leave = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("link", { name: draws.back, exact: true }).click();
    await saved;
    await page.getByRole("link", { name: parentId, exact: true }).click();
    await page.getByRole("heading", { name: setUp.t.steps.basics, exact: true }).waitFor();
  };
  const license = page.getByLabel(basics.license, { exact: true });
  await license.fill("FIRST");
  await leave();
  await expect(license).toHaveValue("FIRST");
  await license.fill("SECOND");
  await leave();
  await expect(license).toHaveValue("SECOND");
  await expect(button(page, save.takeNewer)).toHaveCount(0);
});

shopTest("changes of a draw on sale are published from its page", { tag: "@desktop" }, async ({ pages, server }) => {
  const parentId = `changed-${Date.now()}`;
  // It lacks rules, without which no draw could be opened.
  await importDraw(server, drawWith({ id: parentId, parentId, title: "Changed" }));
  const page = await openManager({ pages, server }, "en", parentId);
  const setUp = new SetUp(page, "en");
  const { draws, nav } = words.en.console;
  const { review, basics, steps } = setUp.t;
  const edit = button(page, draws.actions.change);
  await page.getByRole("link", { name: nav.draws, exact: true }).click();
  await page.getByRole("link", { name: "Changed", exact: true }).click();
  await edit.click();
  await page.getByRole("heading", { name: steps.basics, exact: true }).waitFor();
  await setUp.fill(basics.license, "RAF2");
  await setUp.open("review");
  await page.getByText(review.ready.change).waitFor();
  await button(page, review.publish.change).click();
  const question = page.getByRole("group", { name: review.question.change });
  await question.getByRole("button", { name: review.publish.change }).click();
  await edit.waitFor();
  const name = page.getByLabel(draws.next.name, { exact: true });
  await name.fill(parentId);
  await button(page, draws.next.create).click();
  await page.getByText(draws.drawName.taken).waitFor();
  await name.fill(`${parentId} next`);
  await button(page, draws.next.create).click();
  await page.getByRole("heading", { name: steps.basics, exact: true }).waitFor();
  expect(page.url()).toContain(`/console/draws/${parentId}-next`);
});
