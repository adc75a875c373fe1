import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { button, cashConfirm, heldOrderId, openSale, paperText, readSold } from "@/tests/support/browser/browse-sale";
import type { Shop } from "@/tests/support/browser/browser-test";
import { deviceTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, words } from "@/tests/support/browser/checkout";
import { holdRequests } from "@/tests/support/browser/hold-requests";
import { everythingOn } from "@/tests/support/browser/kiosk";
import { cards, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { drawWith } from "@/tests/support/draws/draw";
import { journeyLanguages } from "@/tests/support/runner/tier";

const test = deviceTest({ parentId: "test-parent", printer: "58mm" });
test.describe.configure({ timeout: 120_000 });
/** In ms. Busy machines need this long. */
const soon = { timeout: 30_000 };
/** The browser logs a 402 as a console error. */
const declined = { allow: [/status of 402/] };
const personal = /bob|arena\.test/i;

type Gate = Shop & { device: RegisteredDevice };
type Tablet = { page: Page; drawId: string; sent: string[] };

/** `sent` has the bodies of the page's calls. */
async function openTablet({ pages, server, device }: Gate, language: Language): Promise<Tablet> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true, allowRefund: true } });
  await importDraw(server, draw);
  const page = await openSale(pages, { server, device, language, drawId: draw.id }, declined);
  const bodies: string[] = [];
  page.on("request", (request) => bodies.push(request.postData() ?? ""));
  return { page, drawId: draw.id, sent: bodies };
}

async function typeBob(page: Page, language: Language): Promise<void> {
  const { checkout } = words[language];
  await page.getByLabel(checkout.name, { exact: true }).fill("Bob Arena");
  await page.getByLabel(checkout.email, { exact: true }).fill("bob@arena.test");
}

async function openBuyer(page: Page, language: Language): Promise<void> {
  await button(page, words[language].terminalSale.chip.none).click();
}

async function declineBob({ page }: Tablet, language: Language): Promise<void> {
  const { terminalSale } = words[language];
  await button(page, terminalSale.methods.card).click();
  await typeBob(page, language);
  await fillCard(page, cards.declined);
  const [charge = ""] = terminalSale.card.charge.split("{");
  await page.getByRole("button", { name: charge.trim() }).click();
  await page.getByText(terminalSale.reasons.declined).waitFor();
}

async function sellToNext({ server, device }: Gate, { page, drawId, sent }: Tablet, language: Language): Promise<void> {
  const { terminalSale } = words[language];
  await button(page, terminalSale.methods.cash).click({ trial: true });
  await button(page, terminalSale.chip.none).waitFor();
  expect(await everythingOn(page)).not.toMatch(personal);
  sent.length = 0;
  await button(page, terminalSale.methods.cash).click();
  await cashConfirm(page, language).waitFor();
  expect(await everythingOn(page)).not.toMatch(personal);
  await cashConfirm(page, language).click();
  const order = await readSold(page, device);
  expect(order).toMatchObject({ instanceId: drawId, status: "finalized", buyer: null });
  expect(JSON.stringify(order.history)).not.toMatch(personal);
  expect((await createBuyer(server).readOrder(order)).body.order.buyer).toBeNull();
  await page.locator("#receipt-paper").waitFor();
  expect(await paperText(page)).not.toMatch(personal);
  expect(await everythingOn(page)).not.toMatch(personal);
  expect(sent.join()).not.toMatch(personal);
}

for (const language of journeyLanguages) {
  test.describe(`the next buyer at a terminal in ${language}`, { tag: "@tablet" }, () => {
    const { terminalSale, terminal } = words[language];
    const tileOf = ({ page, drawId }: Tablet) => page.locator(`a[href$="/terminal/${drawId}"]`).first();

    /** When the home shows its draws, its script has already cleared the sale. */
    async function goHome(tablet: Tablet): Promise<void> {
      const home = { name: terminal.places.home, exact: true };
      await tablet.page.getByRole("navigation").getByRole("link", home).click();
      await tablet.page.waitForURL(/\/terminal$/);
      await tileOf(tablet).waitFor();
    }

    test("doesn't see the name of a buyer whose card was declined and whose order was cancelled", async ({
      pages,
      server,
      device,
    }) => {
      const tablet = await openTablet({ pages, server, device }, language);
      const { page } = tablet;
      await declineBob(tablet, language);
      await button(page, terminalSale.cancel).click();
      await button(page, terminalSale.methods.cash).click({ trial: true });
      expect(await everythingOn(page)).not.toMatch(personal);
      await goHome(tablet);
      await tileOf(tablet).click();
      await sellToNext({ pages, server, device }, tablet, language);
    });

    test("doesn't see the name of a buyer whose sale was left for the home page, even with the browser's back button", async ({
      pages,
      server,
      device,
    }) => {
      const tablet = await openTablet({ pages, server, device }, language);
      const { page } = tablet;
      await openBuyer(page, language);
      await typeBob(page, language);
      await goHome(tablet);
      await page.goBack();
      await button(page, terminalSale.methods.cash).click({ trial: true });
      expect(await everythingOn(page)).not.toMatch(personal);
      await declineBob(tablet, language);
      await goHome(tablet);
      await page.goBack();
      await sellToNext({ pages, server, device }, tablet, language);
      await page.goBack();
      await button(page, terminalSale.methods.cash).click({ trial: true });
      expect(await everythingOn(page)).not.toMatch(personal);
    });

    test("gets a sale continued in the other language, and a clean start after it", async ({
      pages,
      server,
      device,
    }) => {
      const tablet = await openTablet({ pages, server, device }, language);
      const { page, drawId } = tablet;
      const other = language === "en" ? "fr" : "en";
      await declineBob(tablet, language);
      const orderId = await heldOrderId(page, drawId);
      await page.getByRole("link", { name: words[language].language[other] }).click();
      await page
        .getByText(/Bob Arena/)
        .first()
        .waitFor();
      expect(await heldOrderId(page, drawId)).toBe(orderId);
      await button(page, words[other].terminalSale.cancel).click();
      await button(page, words[other].terminalSale.methods.cash).click({ trial: true });
      await page.reload();
      await sellToNext({ pages, server, device }, tablet, other);
    });
  });
}

test.describe("two tabs of one tablet", { tag: "@tablet" }, () => {
  const { cash } = words.en.terminalSale.methods;

  async function openBeside(page: Page): Promise<Page> {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    return tab;
  }

  /** Like "Duplicate tab", the new tab gets a copy of the session storage. */
  async function copy(page: Page): Promise<Page> {
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate(() => {
        window.open(window.location.href);
      }),
    ]);
    return tab;
  }

  const nameOfTab = (page: Page) => page.evaluate(() => sessionStorage.getItem("tirage-terminal-tab"));

  for (const [how, openOther] of [
    ["opened beside the other", openBeside],
    ["copied from the other", copy],
  ] as const) {
    test(`sell the same tickets to two buyers at once: ${how}`, async ({ pages, server, device }) => {
      const { page: first, drawId } = await openTablet({ pages, server, device }, "en");
      await first.getByRole("radio", { name: /^40/ }).click();
      await openBuyer(first, "en");
      await typeBob(first, "en");
      const second = await openOther(first);
      // A copy shows the original's state until its script has identified the tab.
      await expect(async () => expect(await nameOfTab(second)).not.toBeNull()).toPass(soon);
      await expect(async () => expect(await nameOfTab(second)).not.toBe(await nameOfTab(first))).toPass(soon);
      await expect.poll(() => second.getByLabel(words.en.checkout.name, { exact: true }).inputValue(), soon).toBe("");
      await second.getByRole("radio", { name: /^40/ }).click();
      expect(await everythingOn(second)).not.toMatch(personal);
      const send = await holdRequests(first, "**/api/orders");
      await button(first, cash).click();
      await button(second, cash).click();
      await second.getByRole("timer").waitFor();
      send();
      await first.getByRole("timer").waitFor();
      const [bobs, next] = [await heldOrderId(first, drawId), await heldOrderId(second, drawId)];
      expect(next).not.toBe(bobs);
      await first.reload();
      await first.getByRole("timer").waitFor();
      expect(await heldOrderId(first, drawId)).toBe(bobs);
      await cashConfirm(second, "en").click();
      expect(await readSold(second, device)).toMatchObject({ orderId: next, buyer: null });
      await cashConfirm(first, "en").click();
      expect((await readSold(first, device)).orderId).toBe(bobs);
    });
  }

  test("sell a sale once that was handed to both", async ({ pages, server, device }) => {
    const { page: first, drawId } = await openTablet({ pages, server, device }, "en");
    await button(first, cash).click();
    await first.getByRole("timer").waitFor();
    const orderId = await heldOrderId(first, drawId);
    const second = await first.context().newPage();
    await second.goto(`${first.url()}#order=${orderId}`);
    await second.getByRole("timer").waitFor();
    await cashConfirm(second, "en").click();
    await first.waitForURL(/\/terminal\/success\?/);
    const sold = await readSold(first, device);
    expect([sold.orderId, sold.attempts.length]).toEqual([orderId, 1]);
    expect((await readSold(second, device)).orderId).toBe(orderId);
  });
});
