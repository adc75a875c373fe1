import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import {
  button,
  cashConfirm,
  heldOrderId,
  openSale,
  paperText,
  printedBy,
  readSold,
} from "@/tests/support/browser/browse-sale";
import { holdAtTerminal } from "@/tests/support/browser/browse-terminal";
import type { Shop } from "@/tests/support/browser/browser-test";
import { deviceTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { viewports } from "@/tests/support/browser/open-pages";
import { typeAtPace, waitForHeldKeys } from "@/tests/support/browser/scanner";
import { cards, importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { armFault, listCaptures, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";

const test = deviceTest({ parentId: "test-parent", printer: "58mm" });
/** The browser logs 402 and 409 as console errors. */
const refusals = [/status of (402|409)/];

type Gate = Shop & { device: RegisteredDevice };

async function openDraw(server: Server): Promise<string> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true, allowRefund: true } });
  await importDraw(server, draw);
  return draw.id;
}

function openTabletAt(
  { pages, server, device }: Gate,
  language: Language,
  drawId: string,
  allow: RegExp[] = [],
): Promise<Page> {
  return openSale(pages, { server, device, language, drawId }, { allow });
}

async function printedPages(page: Page): Promise<{ pages: number; widthMm: number }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf);
  return {
    pages: pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
    widthMm: Math.round((Number(box?.[1]) / 72) * 25.4),
  };
}

for (const language of languages) {
  test.describe(`selling at a terminal in ${language}`, { tag: "@tablet" }, () => {
    const { terminalSale, terminalReceipt, checkout } = words[language];

    test("three taps sell for cash, with change, numbers and a receipt on the printer's roll", async ({
      pages,
      server,
      device,
    }) => {
      const page = await openTabletAt({ pages, server, device }, language, await openDraw(server));
      await page.getByRole("radio", { name: /^40/ }).click();
      await button(page, terminalSale.methods.cash).click();
      await cashConfirm(page, language).click();
      const order = await readSold(page, device);
      expect(order).toMatchObject({ status: "finalized", amount: 20 });
      expect(await listCaptures(server.sandboxUrl, order.orderId)).toEqual([]);
      await page.getByRole("heading", { name: terminalReceipt.heading }).waitFor();
      // The receipt prints automatically and the page asks about it. The next print is a reprint.
      const yes = page.getByRole("link", { name: terminalReceipt.check.yes });
      await yes.waitFor();
      expect(await paperText(page)).toMatch(/1 – 40/);
      expect(await paperText(page)).not.toContain(terminalReceipt.copy.split(" ")[0]);
      expect(await printedPages(page)).toEqual({ pages: 1, widthMm: 58 });
      await yes.click();
      await button(page, terminalSale.methods.cash).waitFor();
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tirage-terminal"))),
      ).toEqual([]);
    });

    test("a printed cash sale takes four taps, from choosing the package to the next buyer", async ({
      pages,
      server,
      device,
    }) => {
      const drawId = await openDraw(server);
      const page = await openTabletAt({ pages, server, device }, language, drawId);
      let taps = 0;
      const tap = async (target: Locator) => {
        await target.click();
        taps += 1;
      };
      await tap(page.getByRole("radio", { name: /^40/ }));
      await tap(button(page, terminalSale.methods.cash));
      await tap(cashConfirm(page, language));
      const yes = page.getByRole("link", { name: terminalReceipt.check.yes });
      await yes.waitFor();
      expect(await printedBy(page)).toHaveLength(1);
      const { status, amount, history } = await readSold(page, device);
      await tap(yes);
      await page.waitForURL(new RegExp(`/terminal/${drawId}$`));
      await button(page, terminalSale.chip.none).waitFor();
      expect({ taps, status, amount }).toEqual({ taps: 4, status: "finalized", amount: 20 });
      expect(history.filter(({ action }) => action === "receipt-printed")).toHaveLength(1);
    });

    test("everything that a sale needs is large and visible on a tablet in portrait mode", async ({
      pages,
      server,
      device,
    }) => {
      const page = await openTabletAt({ pages, server, device }, language, await openDraw(server));
      await button(page, terminalSale.chip.none).click({ trial: true });
      await expect(page.locator("#sale-confirmation")).toBeInViewport({ ratio: 1 });
      const tiles = page.locator("label").filter({ has: page.locator("input[name=choice]") });
      const boxes = await tiles.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().toJSON()));
      expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(120);
      expect(new Set(boxes.slice(0, 3).map(({ top }) => top)).size).toBe(1);
      const { height } = (await page.locator("#sale-confirmation").boundingBox()) ?? { height: 0 };
      expect(height).toBeLessThan(30);
    });

    test(
      "asks whether the receipt printed, marks and counts reprints, and cancels the sale",
      fullRunOnlyIn(language),
      async ({ pages, server, device }) => {
        const page = await openTabletAt({ pages, server, device }, language, await openDraw(server));
        await button(page, terminalSale.methods.cash).click();
        await cashConfirm(page, language).click();
        await page.getByRole("heading", { name: terminalReceipt.check.question }).waitFor();
        await button(page, terminalReceipt.check.again).click();
        await expect.poll(async () => (await printedBy(page)).length, { timeout: 30_000 }).toBe(2);
        const [original, reprint] = await printedBy(page);
        expect(original).not.toContain(terminalReceipt.copy.split(" ")[0]);
        expect(reprint).toContain(terminalReceipt.copy.replace("{number}", "1"));
        expect((await readSold(page, device)).reprints).toBe(1);
        await button(page, terminalReceipt.check.cancel).click();
        const [before = ""] = terminalReceipt.refund.confirm.split("{");
        await page.getByRole("button", { name: before.trim() }).click();
        await expect.poll(async () => (await readSold(page, device)).status, { timeout: 30_000 }).toBe("refunded");
        await page.getByRole("heading", { name: terminalReceipt.cancelled }).waitFor();
        expect(await paperText(page)).toContain(terminalReceipt.void);
      },
    );

    test(
      "a barcode that is scanned sells, types and chooses nothing, and slow keys sell",
      fullRunOnlyIn(language),
      async ({ pages, server, device }) => {
        const page = await openTabletAt({ pages, server, device }, language, await openDraw(server));
        const barcode = [..."4012345678905"];
        const ten = page.getByRole("radio", { name: /^10\D/ });
        await ten.check();
        await typeAtPace(page, [...barcode, "Enter"], 8);
        await typeAtPace(page, [..."https://c.test/C2C2C2"], 34);
        await waitForHeldKeys(page);
        await expect(ten).toBeChecked();
        await typeAtPace(page, ["c"], 0);
        const given = page.getByLabel(terminalSale.cash.given);
        await expect(cashConfirm(page, language)).toBeEnabled();
        for (const focused of [page.locator("#sale-payment"), given, cashConfirm(page, language)]) {
          await focused.focus();
          await typeAtPace(page, [...barcode, "Enter"], 8);
          await waitForHeldKeys(page);
          await expect(given).toHaveValue("");
        }
        await page.locator("#sale-payment").focus();
        await typeAtPace(page, ["5", "0", "0", "0", "Enter"], 60);
        const [yes = ""] = terminalSale.cash.unlikely.yes.split("{");
        const received = page.getByRole("button", { name: yes.trim() });
        await expect(received).toBeEnabled();
        await typeAtPace(page, [...barcode, "Enter"], 8);
        await button(page, terminalSale.cash.unlikely.no).click();
        await given.fill("");
        await given.focus();
        await typeAtPace(page, ["2", "0", "Enter"], 60);
        const { status, amount, history } = await readSold(page, device);
        expect({ status, amount }).toEqual({ status: "finalized", amount: 10 });
        expect(history.find(({ action }) => action === "cash-taken")?.detail).toMatchObject({ givenCents: 2000 });
      },
    );

    test(
      "a card is charged once after another one was declined",
      fullRunOnlyIn(language),
      async ({ pages, server, device }) => {
        const page = await openTabletAt({ pages, server, device }, language, await openDraw(server), refusals);
        await button(page, terminalSale.methods.card).click();
        await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie Tremblay");
        await page.getByLabel(checkout.email, { exact: true }).fill("rosalie@example.test");
        const [charge = ""] = terminalSale.card.charge.split("{");
        const press = page.getByRole("button", { name: charge.trim() });
        await fillCard(page, cards.declined);
        await press.click();
        await page.getByText(terminalSale.reasons.declined).waitFor();
        await fillCard(page);
        await press.click();
        const order = await readSold(page, device);
        const captures = await listCaptures(server.sandboxUrl, order.orderId);
        expect(captures.map(({ amountCents }) => amountCents)).toEqual([1000]);
        const charges = order.history.filter(({ action }) => action === "payment-sent");
        expect(charges.map(({ operator }) => operator)).toEqual(["Rosalie", "Rosalie"]);
      },
    );

    test(
      "the buyer pays on a phone, and the terminal follows",
      fullRunOnlyIn(language),
      async ({ pages, server, device }) => {
        const drawId = await openDraw(server);
        const page = await openTabletAt({ pages, server, device }, language, drawId);
        await button(page, terminalSale.methods.phone).click();
        await page.getByRole("img", { name: terminalSale.phone.code.split("{")[0] ?? "" }).waitFor();
        const orderId = await heldOrderId(page, drawId);
        const phone = await pages.newPage({ locale: `${language}-CA`, viewport: viewports.phone });
        await phone.goto(`${server.url}${pathIn(language, `/${drawId}`)}#order=${orderId}`);
        // The phone's owner sees the order and confirms again.
        await phone.getByRole("heading", { name: checkout.offered.title }).waitFor();
        for (const box of await phone.getByRole("checkbox").all()) await box.check();
        await button(phone, checkout.offered.accept).click();
        await phone.getByText(checkout.heldTitle.split("{")[0] ?? "").waitFor();
        expect(phone.url()).not.toContain(orderId);
        await fillDetails(phone, language);
        await fillCard(phone);
        await payButton(phone, language).click();
        await phone.waitForURL(/\/success\?/);
        const order = await readSold(page, device);
        expect(order).toMatchObject({ orderId, status: "finalized" });
        expect(await listCaptures(server.sandboxUrl, orderId)).toHaveLength(1);
      },
    );

    test(
      "a card payment without an answer waits in the list while the next buyer is served",
      fullRunOnlyIn(language),
      async ({ pages, server, device }) => {
        const drawId = await openDraw(server);
        const page = await openTabletAt({ pages, server, device }, language, drawId);
        await button(page, terminalSale.methods.card).click();
        await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie Tremblay");
        await page.getByLabel(checkout.email, { exact: true }).fill("rosalie@example.test");
        await fillCard(page);
        await setReportLag(server.sandboxUrl, 600_000);
        await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after" });
        const [charge = ""] = terminalSale.card.charge.split("{");
        await page.getByRole("button", { name: charge.trim() }).click();
        await page.getByText(terminalSale.waiting.unknown.title).waitFor({ timeout: 45_000 });
        await button(page, terminalSale.setAside.next).click();
        expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("");
        await button(page, terminalSale.methods.cash).click();
        await cashConfirm(page, language).click();
        expect(await readSold(page, device)).toMatchObject({ status: "finalized", amount: 10 });
        await page.goto(`${server.url}${pathIn(language, `/terminal/unfinalized-orders?instanceId=${drawId}`)}`);
        await page.getByText("Rosalie Tremblay").waitFor();
        await setReportLag(server.sandboxUrl, 0);
      },
    );

    test(
      "a reload in the middle of a sale finds it again, and a double tap on the last button makes one sale",
      fullRunOnlyIn(language),
      async ({ pages, server, device }) => {
        const page = await openTabletAt({ pages, server, device }, language, await openDraw(server));
        const calls: string[] = [];
        page.on("request", (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
        await button(page, terminalSale.methods.cash).click();
        await cashConfirm(page, language).waitFor();
        await page.getByRole("timer").waitFor();
        await page.reload();
        await cashConfirm(page, language).dblclick();
        expect(await readSold(page, device)).toMatchObject({ status: "finalized", amount: 10 });
        expect(calls.filter((call) => call === "POST /api/orders")).toHaveLength(1);
        expect(calls.filter((call) => call.endsWith("/cash"))).toHaveLength(1);
      },
    );
  });
}

test.describe("a tablet", { tag: "@tablet" }, () => {
  test("of another parent is told at once that it can't sell a draw", async ({ pages, server, device }) => {
    const draw = drawWith({ parentId: "other-parent", terminal: { allowAnonymousCash: true } });
    await importDraw(server, draw);
    for (const language of languages) {
      const { elsewhere, methods } = words[language].terminalSale;
      const page = await openTabletAt({ pages, server, device }, language, draw.id);
      await page.getByText(elsewhere.title).waitFor();
      await expect(button(page, methods.cash)).toHaveCount(0);
      await page.getByRole("link", { name: elsewhere.draws }).click();
      await page.waitForURL(new RegExp(`${pathIn(language, "/terminal")}$`));
    }
  });

  test("whose readable cookies were wiped sells, and has them again", async ({ pages, server, device }) => {
    const drawId = await openDraw(server);
    const cookies = device.cookies.filter(({ name }) => name.includes("tirage-device"));
    const page = await openTabletAt({ pages, server, device: { ...device, cookies } }, "en", drawId);
    await button(page, words.en.terminalSale.methods.cash).click();
    await cashConfirm(page, "en").click();
    expect(await readSold(page, device)).toMatchObject({ status: "finalized" });
    const names = (await page.context().cookies()).map(({ name }) => name);
    for (const { name } of device.cookies) expect(names).toContain(name);
  });
});

test.describe("a sale handed over by a list", { tag: "@tablet" }, () => {
  test("is resumed from the fragment, which is removed from the URL immediately", async ({ pages, server, device }) => {
    const drawId = await openDraw(server);
    const lines = [{ poolId: "main", packageId: "three", quantity: 1 }];
    const { orderId } = await holdAtTerminal(device, { instanceId: drawId, lines, body: { locale: "fr" } });
    const page = await openTabletAt({ pages, server, device }, "en", `${drawId}#order=${orderId}`);
    await cashConfirm(page, "en").click();
    expect(await readSold(page, device)).toMatchObject({ orderId, amount: 5 });
    // A receipt has its order's language, not the operator's.
    expect(await page.locator("#receipt-paper").getAttribute("lang")).toBe("fr-FR");
  });
});
