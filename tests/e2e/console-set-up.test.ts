import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { otherAccount, thirdAccount } from "@/sandbox/accounts";
import { findAxeViolations } from "@/tests/support/browser/axe";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { accept, addAuthenticator, allowedInConsole as allow, button } from "@/tests/support/browser/console";
import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

/** Draws of other files on this server have the demo account, which no other organizer may take then. */
const ownAccounts = { en: otherAccount, fr: thirdAccount } as const;

/** An admin of one organizer that has no draw yet. */
async function openManager({ pages, server }: Shop, language: Language, parentId: string): Promise<Page> {
  const person = {
    ...{ email: `${parentId}@example.test`, name: "Jo Tremblay", locale: language },
    roles: [{ role: "admin", scope: { kind: "parent", parentId } }],
  };
  const { body } = await adminCall<{ link: string }>(server, "POST", "/api/admin/persons", person);
  const page = await pages.newPage({
    locale: `${language}-CA`,
    allow: [...allow, /status of (?:404|409|422)|INTERNET_DISCONNECTED/],
  });
  await addAuthenticator(page);
  await accept(page, language, body.link);
  return page;
}

/** A time on the clock of a draw in Toronto, `days` from now. */
function clock(days: number, time: string): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
}

class SetUp {
  readonly t;
  constructor(
    readonly page: Page,
    readonly language: Language,
  ) {
    this.t = words[language].console.setUp;
  }

  async open(step: keyof (typeof words)["en"]["console"]["setUp"]["steps"]): Promise<void> {
    const name = this.t.steps[step];
    await this.page.getByRole("button", { name: new RegExp(`^\\d+ ${name}`) }).click();
    await this.page.getByRole("heading", { name, exact: true }).waitFor();
  }

  async fillTexts(label: string, en: string, fr: string): Promise<void> {
    const group = this.page.getByRole("group", { name: label, exact: true });
    await group.getByLabel(words[this.language].language.en).fill(en);
    await group.getByLabel(words[this.language].language.fr).fill(fr);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async addPackage(tickets: string, price: string): Promise<void> {
    const { packages } = this.t;
    await button(this.page, packages.add).first().click();
    await this.page.getByLabel(packages.tickets, { exact: true }).last().fill(tickets);
    await this.page.getByLabel(packages.price, { exact: true }).last().fill(price);
  }

  /** All that a 50/50 needs, step by step. */
  async fillDraw(): Promise<void> {
    const { basics, dates, tickets, prizes, buyers, texts, payments } = this.t;
    await this.fillTexts(basics.title, "Arena 50/50", "50/50 de l’aréna");
    await this.fillTexts(basics.organization, "Arena Foundation", "Fondation de l’aréna");
    await this.fill(basics.license, "RAF123456");
    await this.fill(basics.supportEmail, "help@arena.test");
    await this.open("dates");
    await this.fill(dates.opens, clock(-1, "09:00"));
    await this.fill(dates.closes, clock(20, "21:00"));
    await this.fill(dates.draws, clock(21, "12:00"));
    await this.open("tickets");
    await this.addPackage("3", "5");
    await this.addPackage("10", "10");
    await this.fill(tickets.maxTickets, "5000");
    await this.open("prizes");
    await this.fillTexts(prizes.description, "Half of the pot", "La moitié de la cagnotte");
    await this.open("buyers");
    await this.page.getByLabel(buyers.gps, { exact: true }).uncheck();
    await this.page.getByLabel(buyers.ip, { exact: true }).uncheck();
    await this.open("texts");
    await this.fillTexts(texts.rules, "The rules.", "Le règlement.");
    await this.open("payments");
    const { merchantId, passcodes } = ownAccounts[this.language];
    await this.fill(payments.fields.merchantId.label, merchantId);
    await this.fill(payments.fields.passcode.label, passcodes.payments);
    await this.fill(payments.fields.reportingPasscode.label, passcodes.reporting);
    await button(this.page, payments.save).click();
    await this.page.getByText(payments.connected).waitFor();
  }
}

async function startDraw(page: Page, language: Language, name: string): Promise<SetUp> {
  const { draws, nav } = words[language].console;
  await page.getByRole("link", { name: nav.draws, exact: true }).click();
  await button(page, draws.new).click();
  await page.getByLabel(draws.form.name, { exact: true }).fill(name);
  await button(page, draws.form.create).click();
  const setUp = new SetUp(page, language);
  await page.getByRole("heading", { name: setUp.t.steps.basics, exact: true }).waitFor();
  return setUp;
}

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
