import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import {
  everythingOn,
  idleQuestion,
  leaveAlone,
  openTablet,
  tablets,
  waitUntilAlive,
} from "@/tests/support/browser/kiosk";
import { cards, createBuyer } from "@/tests/support/calls/buyer";
import { fullRunOnly, journeyLanguages } from "@/tests/support/runner/tier";
import { armFault, listCaptures, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";

test.describe.configure({ timeout: 120_000 });
const lost = { allow: [/A payment was not answered/, /ERR_FAILED/] };
/** The browser logs a 402 as a console error. */
const declined = { allow: [/status of 402/] };

/** In ms. Busy machines need this long. */
const soon = { timeout: 30_000 };
/** The buyer and the card. Short groups of digits must not match keys or times. */
const personal = /rosalie|tremblay|example\.test|\b4030[ 0]|\b1234\b/i;

async function orderOf(server: Server, page: Page, drawId: string): Promise<OrderView> {
  const orderId = await page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? "{}").orderId,
    `tirage-checkout-${drawId}`,
  );
  return (await createBuyer(server).readOrder({ instanceId: drawId, orderId })).body.order;
}

async function expectFresh(page: Page, language: Language, url: string): Promise<void> {
  const { checkout } = words[language];
  await expect.poll(() => page.getByLabel(checkout.name, { exact: true }).inputValue(), soon).toBe("");
  await waitUntilAlive(page);
  for (const box of await page.getByRole("checkbox").all()) expect(await box.isChecked()).toBe(false);
  expect(await everythingOn(page)).not.toMatch(personal);
  // Only the next order's key may be stored.
  const [local, session] = await page.evaluate(() => [localStorage.length, ...Object.values({ ...sessionStorage })]);
  expect(local).toBe(0);
  expect(JSON.parse(String(session ?? '{"form":null,"orderId":null}'))).toMatchObject({ form: null, orderId: null });
  expect(page.url()).toBe(url);
}

async function buy(page: Page, language: Language, card?: string): Promise<void> {
  await fillDetails(page, language);
  await fillCard(page, card);
  await payButton(page, language).click();
}

for (const language of journeyLanguages) {
  test.describe(`a shared tablet in ${language}`, { tag: "@tablet" }, () => {
    const { kiosk, checkout, order, reasons } = words[language];
    const confirmed = order.states.confirmed.title;
    const question = (page: Page) => idleQuestion(page, language);

    test("sells, shows the numbers on its page, and starts over with no trace of the buyer", async ({
      pages,
      server,
    }) => {
      const { page, drawId, url } = await openTablet(pages, server, language);
      const historyBefore = await page.evaluate(() => history.length);
      await buy(page, language);
      await page.getByRole("heading", { name: confirmed }).waitFor();
      await expect
        .poll(async () => (await page.getByRole("main").innerText()).replace(/\s+/g, " "), soon)
        .toMatch(/\b1\b.*\b10\b/);
      expect(page.url()).toBe(url);
      const paid = await orderOf(server, page, drawId);
      expect(paid.status).toBe("finalized");
      expect(await everythingOn(page)).not.toMatch(/rosalie@example\.test|\b4030[ 0]|\b1234\b/);
      await page.reload();
      await page.getByRole("heading", { name: confirmed }).waitFor();

      await page.getByRole("button", { name: kiosk.done }).click();
      await expectFresh(page, language, url);
      expect(await page.evaluate(() => history.length)).toBe(historyBefore);
      await page.reload();
      await expectFresh(page, language, url);
      await page.goBack();
      await page.goForward();
      await expectFresh(page, language, url);
      expect((await listCaptures(server.sandboxUrl, paid.orderId)).length).toBe(1);

      await buy(page, language);
      await page.getByRole("heading", { name: confirmed }).waitFor();
      expect((await orderOf(server, page, drawId)).numbers[0]?.first).toBe(11);
    });

    test("returns to the start after a buyer has left with their numbers", async ({ pages, server }) => {
      const { page, url } = await openTablet(pages, server, language);
      await buy(page, language);
      await page.getByRole("heading", { name: confirmed }).waitFor();
      await leaveAlone(page, language, 30_000);
      await page.getByRole("button", { name: kiosk.idleStay }).click();
      await question(page).waitFor({ state: "hidden" });
      expect(await page.getByRole("heading", { name: confirmed }).isVisible()).toBe(true);
      await leaveAlone(page, language, 30_000);
      await page.clock.fastForward(31_000);
      await expectFresh(page, language, url);
    });

    test("warns when a form is idle, gives more time as often as the buyer wants, then clears it", async ({
      pages,
      server,
    }) => {
      const { page, url } = await openTablet(pages, server, language);
      await page.clock.fastForward(600_000);
      expect(await question(page).isVisible()).toBe(false);
      await fillDetails(page, language);
      await fillCard(page);
      const name = page.getByLabel(checkout.name, { exact: true });
      expect(await name.getAttribute("autocomplete")).toBe("off");
      const topmost = () =>
        name.evaluate((box) => {
          const { left, top } = box.getBoundingClientRect();
          return document.elementFromPoint(Math.max(left, 0) + 5, Math.max(top, 0) + 5)?.tagName;
        });
      for (let times = 0; times < 12; times++) {
        await leaveAlone(page, language, 60_000);
        expect(await topmost()).toBe("DIALOG");
        const timer = question(page).getByRole("timer");
        expect(Number(/\d+/.exec(await timer.innerText())?.[0])).toBeGreaterThanOrEqual(20);
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(kiosk.idleStay);
        if (times % 2 === 0) await page.keyboard.press("Enter");
        else await page.keyboard.press("Escape");
        await question(page).waitFor({ state: "hidden" });
      }
      expect(await page.getByLabel(checkout.name, { exact: true }).inputValue()).toBe("Rosalie Tremblay");
      await leaveAlone(page, language, 60_000);
      await page.clock.fastForward(31_000);
      await expectFresh(page, language, url);
    });

    test("puts the tickets of an unpaid order back on sale", async ({ pages, server }) => {
      const draw = { maxTickets: 10 };
      const { page, drawId, url } = await openTablet(pages, server, language, { ...declined, draw });
      const leftNow = async () => (await (await fetch(`${server.url}/api/draws/${drawId}/live`)).json()).left;
      await buy(page, language, cards.declined);
      await page.getByText(reasons.declined).waitFor();
      const held = await orderOf(server, page, drawId);
      expect(held.status).toBe("reserved");
      await expect.poll(leftNow, soon).toBe(0);
      await leaveAlone(page, language, 60_000);
      await page.clock.fastForward(31_000);
      await expectFresh(page, language, url);
      await expect
        .poll(async () => (await createBuyer(server).readOrder(held)).body.order.status, soon)
        .toBe("cancelled");
      await expect.poll(leftNow, soon).toBe(10);
    });

    test(
      "forgets an unpaid order on reload, and its tickets go back on sale",
      fullRunOnly,
      async ({ pages, server }) => {
        const { page, drawId, url } = await openTablet(pages, server, language, declined);
        await buy(page, language, cards.declined);
        await page.getByText(reasons.declined).waitFor();
        const held = await orderOf(server, page, drawId);
        await page.reload();
        await expect
          .poll(async () => (await createBuyer(server).readOrder(held)).body.order.status, soon)
          .toBe("cancelled");
        await expect(async () => expect(await everythingOn(page)).not.toContain(held.orderId)).toPass(soon);
        await page.getByRole("button", { name: kiosk.startOver }).or(payButton(page, language)).first().waitFor();
        expect(await everythingOn(page)).not.toMatch(personal);
        expect(page.url()).toBe(url);
      },
    );

    test("shows nothing of a previous buyer to someone who goes back and forward", async ({ pages, server }) => {
      const { page, url } = await openTablet(pages, server, language);
      await fillDetails(page, language);
      await page.goBack();
      await page.goForward();
      await expectFresh(page, language, url);
    });

    test("clears a page that comes back from the browser's back-forward cache", async ({ pages, server }) => {
      const { page, url } = await openTablet(pages, server, language);
      await fillDetails(page, language);
      await Promise.all([
        page.waitForEvent("load"),
        page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))),
      ]);
      await expectFresh(page, language, url);
    });

    test("waits for the outcome of a payment, however long it takes", async ({ pages, server }) => {
      const { page, drawId } = await openTablet(pages, server, language, lost);
      await page.route("**/api/bambora/processPayment", async (route) => {
        await page.clock.fastForward(400_000);
        expect(await question(page).isVisible()).toBe(false);
        await route.fetch();
        await route.abort();
      });
      await buy(page, language);
      await page.getByRole("heading", { name: confirmed }).waitFor({ timeout: 60_000 });
      expect((await listCaptures(server.sandboxUrl, (await orderOf(server, page, drawId)).orderId)).length).toBe(1);
    });

    test("shows nothing about a buyer whose payment lost its network, and lets the next person start", async ({
      pages,
      server,
    }) => {
      const { page, url } = await openTablet(pages, server, language, lost);
      await page.route("**/api/bambora/processPayment", async (route) => {
        await page.route("**/api/**", (any) => any.abort());
        await route.abort();
      });
      await buy(page, language);
      await page.getByRole("heading", { name: order.states.asking.title }).waitFor({ timeout: 60_000 });
      expect(await everythingOn(page)).not.toMatch(personal);
      await page.clock.fastForward(61_000);
      await page.getByRole("button", { name: kiosk.nextBuyer }).click();
      await expectFresh(page, language, url);
    });

    test(
      "lets the next person start while the bank is asked, once someone confirms",
      fullRunOnly,
      async ({ pages, server }) => {
        await setReportLag(server.sandboxUrl, 600_000);
        const { page, drawId, url } = await openTablet(pages, server, language);
        await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after" });
        await buy(page, language);
        await page.getByRole("heading", { name: order.states.asking.title }).waitFor({ timeout: 60_000 });
        const unknownOrder = await orderOf(server, page, drawId);
        await page.clock.fastForward(600_000);
        expect(await question(page).isVisible()).toBe(false);
        expect(await page.getByRole("heading", { name: order.states.asking.title }).isVisible()).toBe(true);
        await page.getByRole("button", { name: kiosk.nextBuyer }).click();
        await expectFresh(page, language, url);
        await setReportLag(server.sandboxUrl, 0);
        expect((await listCaptures(server.sandboxUrl, unknownOrder.orderId)).length).toBe(1);
        expect((await createBuyer(server).readOrder(unknownOrder)).body.order.status).not.toBe("cancelled");
      },
    );

    test("accepts another card after a decline", fullRunOnly, async ({ pages, server }) => {
      const { page } = await openTablet(pages, server, language, declined);
      await buy(page, language, cards.declined);
      await page.getByText(reasons.declined).waitFor();
      await fillCard(page);
      await payButton(page, language).click();
      await page.getByRole("heading", { name: confirmed }).waitFor();
    });

    for (const [position, viewport] of Object.entries(tablets)) {
      test(`has large targets and no way out, ${position}`, async ({ pages, server }) => {
        const { page } = await openTablet(pages, server, language, { viewport });
        const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
        expect(links.filter((href) => !/^(?:#rules|\?lang=(?:en|fr))$/.test(href ?? ""))).toEqual([]);
        expect(await page.locator("[target], form[action]").count()).toBe(0);
        await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie");
        const tooSmall = async () => {
          // A frame resizes only once it is in view.
          for (const frame of await page.locator("iframe").all()) await frame.scrollIntoViewIfNeeded();
          return page.locator("button, input, select, iframe, nav a").evaluateAll((all) =>
            all.flatMap((element) => {
              const isBox = /^(?:checkbox|radio)$/.test(element.getAttribute("type") ?? "");
              const { width, height } = ((isBox && element.closest("label")) || element).getBoundingClientRect();
              const name = `${element.tagName} ${element.getAttribute("name") ?? element.textContent}`;
              return width > 0 && (height < 60 || width < 60) ? [`${name}: ${width} x ${height}`] : [];
            }),
          );
        };
        // The frames resize after loading.
        await expect.poll(tooSmall, { timeout: 30_000 }).toEqual([]);
      });
    }

    test("says that it clears what is typed, and has the rules folded until a buyer wants to read them", async ({
      pages,
      server,
    }) => {
      const rules = "1. The first rule.\n2. The last rule.";
      const { page } = await openTablet(pages, server, language, { draw: { rules } });
      await expect(page.locator("#checkout").getByText(kiosk.cleared)).toBeVisible();
      await expect(page.getByText("The last rule.")).toBeHidden();
      await page.locator('#checkout a[href="#rules"]').click();
      await expect(page.getByText("The last rule.")).toBeInViewport();
      await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie");
      await page.getByRole("button", { name: kiosk.startOver }).click();
      await expect(page.getByText("The last rule.")).toBeHidden();
    });

    test("speaks the other language for one buyer, and its own again for the next", async ({ pages, server }) => {
      const { page, drawId } = await openTablet(pages, server, language);
      const other = language === "en" ? "fr" : "en";
      const historyBefore = await page.evaluate(() => history.length);
      await page.getByRole("link", { name: words[language].language[other] }).click();
      await page.getByRole("heading", { name: words[other].checkout.stepDetails }).waitFor();
      expect(await page.evaluate(() => history.length)).toBe(historyBefore);
      await waitUntilAlive(page);
      await page.getByLabel(words[other].checkout.name, { exact: true }).fill("Rosalie");
      await page.getByRole("button", { name: words[other].kiosk.startOver }).click();
      await page.getByRole("heading", { name: checkout.stepDetails }).waitFor();
      await expectFresh(page, language, `${server.url}${language === "fr" ? "/fr" : ""}/1/${drawId}`);
    });
  });
}
