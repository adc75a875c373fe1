import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";

import { demoAccount } from "@/sandbox/accounts";
import { findAxeViolations } from "@/tests/support/browser/axe";
import { shopTest } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { button } from "@/tests/support/browser/console";
import type { SetUp } from "@/tests/support/browser/set-up";
import { clock, openManager, startDraw } from "@/tests/support/browser/set-up";
import { adminCall } from "@/tests/support/calls/buyer";

const t = words.fr.console.setUp;

const names = { en: words.fr.language.en, fr: words.fr.language.fr };

/** Adds an item to a list and returns it. */
async function add(page: Page, label: string, itemId: string, within: Page | Locator = page): Promise<Locator> {
  await within.getByRole("button", { name: label, exact: true }).click();
  const item = page.locator(`#draft-${itemId}-item`);
  await item.waitFor();
  return item;
}

async function fillTexts(item: Locator, label: string, en: string, fr: string): Promise<void> {
  const group = item.getByRole("group", { name: label, exact: true });
  await group.getByLabel(names.en).fill(en);
  await group.getByLabel(names.fr).fill(fr);
}

async function addPackage(page: Page, path: string, tickets: string, price: string, within?: Locator): Promise<void> {
  const item = await add(page, t.packages.add, path, within);
  await item.getByLabel(t.packages.tickets, { exact: true }).fill(tickets);
  await item.getByLabel(t.packages.price, { exact: true }).fill(price);
}

async function addSecondDraw(page: Page): Promise<void> {
  const second = await add(page, t.second.add, "secondDraws-0");
  await fillTexts(second, t.basics.title, "Side 50/50", "La petite cagnotte");
  await second.getByLabel(t.basics.license, { exact: true }).fill("RAF-50");
  await addPackage(page, "secondDraws-0-ticketPackageInfo-0", "5", "10", second);
  await second.getByLabel(t.tickets.maxTickets, { exact: true }).fill("2000");
}

async function addTeams(page: Page): Promise<void> {
  const group = await add(page, t.teams.addGroup, "teams-0");
  await fillTexts(group, t.teams.groupTitle, "Minor hockey", "Hockey mineur");
  for (const [index, en, fr] of [
    [0, "Foxes", "Renards"],
    [1, "Loons", "Huards"],
  ] as const) {
    const team = await add(page, t.teams.addTeam, `teams-0-teams-${index}`, group);
    await fillTexts(team, t.teams.name, en, fr);
  }
}

async function addBundle(page: Page): Promise<void> {
  await page.locator("summary", { hasText: t.tickets.bundles }).click();
  const bundle = await add(page, t.bundles.add, "bundles-0");
  await fillTexts(bundle, t.bundles.name, "Family bundle", "Le combo familial");
  for (const [index, label, price] of [
    [0, /Tirage principal/, "45"],
    [1, /La petite cagnotte/, "5"],
  ] as const) {
    const item = await add(page, t.bundles.addItem, `bundles-0-items-${index}`, bundle);
    const choice = item.getByLabel(t.bundles.package, { exact: true });
    const option = await choice.locator("option", { hasText: label }).first().innerText();
    await choice.selectOption({ label: option });
    await item.getByLabel(t.bundles.price, { exact: true }).fill(price);
  }
}

/** Everything that a raffle beside a 50/50 has, in the order of the steps. */
async function fillRaffle(setUp: SetUp): Promise<void> {
  const { page } = setUp;
  await setUp.fillTexts(t.basics.title, "Cottage raffle", "Tombola du chalet");
  await setUp.fillTexts(t.basics.organization, "Arena Foundation", "Fondation de l’aréna");
  await setUp.fill(t.basics.license, "RAF-100");
  await setUp.fill(t.basics.supportEmail, "aide@arena.test");
  await setUp.open("dates");
  await setUp.fill(t.dates.opens, clock(-1, "09:00"));
  await setUp.fill(t.dates.closes, clock(20, "21:00"));
  await setUp.fill(t.dates.draws, clock(21, "12:00"));
  await setUp.open("tickets");
  await addPackage(page, "ticketPriceInfo-0", "3", "50");
  await setUp.fill(t.tickets.maxTickets, "5000");
  await setUp.open("prizes");
  await fillTexts(page.locator("#draft-prizes-Grand-Prize-0-item"), t.prizes.description, "A cottage", "Un chalet");
  await setUp.open("second");
  await addSecondDraw(page);
  await setUp.open("teams");
  await addTeams(page);
  await setUp.open("tickets");
  await addBundle(page);
  await setUp.fillRest();
}

shopTest(
  "a raffle with a 50/50, teams and a bundle is set up in French from nothing, and sold by its page",
  { tag: "@desktop" },
  async ({ pages, server }) => {
    // Ten steps of forms, of which each is saved, and a purchase.
    shopTest.setTimeout(240_000);
    const parentId = `raffle-${Date.now()}`;
    const page = await openManager({ pages, server }, "fr", parentId);
    const setUp = await startDraw(page, "fr", parentId, "Prize raffle");
    // The set-up of a 50/50 connects one in the browser, and other organizers have all accounts of the sandbox.
    const bambora = { merchantId: demoAccount.merchantId, passcode: demoAccount.passcodes.payments };
    await adminCall(server, "POST", `/api/admin/draws/${parentId}/credentials`, { bambora });
    await fillRaffle(setUp);
    await setUp.open("review");
    await page.getByText(t.review.ready.open).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, t.review.publish.open).click();
    const question = page.getByRole("group", { name: t.review.question.open });
    await question.getByRole("button", { name: t.review.publish.open }).click();
    await button(page, words.fr.console.draws.actions.close.label).waitFor();

    const buyer = await pages.newPage({ locale: "fr-CA" });
    await buyer.goto(`${server.url}/fr/${parentId}`);
    await buyer.getByRole("heading", { name: "Tombola du chalet" }).first().waitFor();
    await buyer.locator('input[value="bundles:b1"]').check();
    await buyer.getByRole("radio", { name: /Renards/ }).check();
    await fillDetails(buyer, "fr");
    await fillCard(buyer);
    await payButton(buyer, "fr").click();
    await buyer.waitForURL(/\/success\?/);
    await buyer.getByText(words.fr.order.states.confirmed.title).waitFor();
    const text = (await buyer.getByRole("main").innerText()).replace(/\s+/g, " ");
    for (const expected of ["RAF-100", "RAF-50", "La petite cagnotte", "Le combo familial", "50,00 $"]) {
      expect(text).toContain(expected);
    }
  },
);
