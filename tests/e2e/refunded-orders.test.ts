import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { orderUrl, waitForState } from "@/tests/support/browser/browse-order";
import { browserTest, forFile } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import type { Pages } from "@/tests/support/browser/open-pages";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { OrdersInStates } from "@/tests/support/stops/orders-in-states";
import { orderInState, withOrdersInStates } from "@/tests/support/stops/orders-in-states";

const test = browserTest.extend<object, { place: OrdersInStates }>({
  place: forFile((use) => withOrdersInStates(drawWith(), use)),
});

for (const language of languages) {
  test.describe(`an order's page in ${language}`, () => {
    const { order, heldOrder } = words[language];

    async function openOrder(pages: Pages, place: OrdersInStates, name: string) {
      const page = await pages.newPage({ locale: `${language}-CA` });
      await page.goto(orderUrl(place.server, language, orderInState(place, name)));
      return page;
    }

    for (const state of ["refunded", "returning", "returned", "stuck", "missing", "lapsed"] as const) {
      test(`says in heading, text and title that it is ${state}`, fullRunOnlyIn(language), async ({ pages, place }) => {
        const page = await openOrder(pages, place, state);
        await waitForState(page, language, state);
        await page.getByText(order.states[state].text).waitFor();
        await expect.poll(() => page.title()).toContain(order.states[state].title);
        const payNow = await page.getByRole("link", { name: heldOrder.payNow }).count();
        expect(payNow).toBe(state === "missing" ? 1 : 0);
      });
    }

    test("after a partial refund, says in words which numbers are void, also in print, and keeps the others", async ({
      pages,
      place,
    }) => {
      const page = await openOrder(pages, place, "partly");
      await waitForState(page, language, "partly");
      for (const media of ["screen", "print"] as const) {
        await page.emulateMedia({ media });
        const ranges = page
          .getByRole("region", { name: order.yourNumbers })
          .getByRole("listitem")
          .filter({ hasText: new RegExp(language === "en" ? "numbers" : "numéros") });
        expect(await ranges.count()).toBe(2);
        expect(await ranges.filter({ hasText: order.void }).count()).toBe(1);
        await page
          .getByRole("heading", { name: language === "en" ? "Refund" : "Remboursement", exact: true })
          .waitFor();
        await page
          .getByText(language === "en" ? "$5.00" : /5,00\s\$/)
          .first()
          .waitFor();
      }
    });

    for (const [name, refund] of [
      ["refunding", "under-way"],
      ["notRefunded", "refused"],
    ] as const) {
      test(
        `keeps its numbers and says so when its refund is ${refund}`,
        fullRunOnlyIn(language),
        async ({ pages, place }) => {
          const page = await openOrder(pages, place, name);
          await waitForState(page, language, "finalized");
          await page.getByText(order.refunds[refund].title, { exact: true }).waitFor();
          await page.getByText(order.refunds[refund].numbers).waitFor();
          expect(await page.getByText(order.void, { exact: true }).count()).toBe(0);
        },
      );
    }
  });
}
