import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { announcementsOn, recordAnnouncements } from "@/tests/support/browser/announcements";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, readsLike, words } from "@/tests/support/browser/checkout";
import { cards, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

const announcement = {
  en: { twenty: "$20.00", forty: /^40 tickets/, title: "Arena 50/50", numbers: "1 to 40" },
  fr: { twenty: /20,00\s\$/, forty: /^40 billets/, title: "Moitié-moitié de l’aréna", numbers: "1 à 40" },
} as const;

async function openDraw({ pages, server }: Shop, language: Language): Promise<Page> {
  const draw = drawWith();
  await importDraw(server, draw);
  const page = await pages.newPage({ locale: `${language}-CA`, allow: [/status of 402/, /apple-pay/, /ERR_FAILED/] });
  await page.route("**/sandbox/apple-pay*", (route) => route.abort());
  await recordAnnouncements(page);
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  return page;
}

async function expectHeard(page: Page, wanted: string | RegExp): Promise<void> {
  const matches = async () =>
    (await announcementsOn(page)).filter((told) => told.match(wanted) || told.includes(`${wanted}`));
  await expect.poll(matches, { message: `nothing said ${wanted}` }).not.toEqual([]);
}

function cardField(page: Page, group: string) {
  return page.getByRole("group", { name: group }).locator("iframe").contentFrame().getByRole("textbox");
}

async function typeCard(page: Page, language: Language, number: string): Promise<void> {
  const { cardNumber, cardExpiry, cardCode } = words[language].checkout;
  const fields = [
    [cardNumber, number],
    [cardExpiry, "1229"],
    [cardCode, "123"],
  ] as const;
  for (const [group, text] of fields) {
    // A message to the frame clears the declined card. It must arrive before the next card is typed.
    await expect(cardField(page, group)).toHaveValue("");
    await cardField(page, group).pressSequentially(text);
  }
}

for (const language of languages) {
  const { checkout, order, reasons } = words[language];
  const { twenty, forty, title, numbers } = announcement[language];

  test(
    `a screen reader user buys by roles and names alone, and hears total, errors and numbers, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const page = await openDraw({ pages, server }, language);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveAccessibleName(title);
      const form = page.getByRole("form", { name: checkout.heading });
      const tickets = form
        .getByRole("group", { name: checkout.stepTickets, exact: true })
        .getByRole("radio", { name: forty });
      await tickets.check();
      await expectHeard(page, twenty);

      const pay = form.getByRole("button", { name: readsLike(checkout.pay) });
      await pay.click();
      const name = form.getByRole("textbox", { name: checkout.name });
      await expect(name).toBeFocused();
      await expect(name).toHaveAttribute("aria-invalid", "true");
      await expect(name).toHaveAccessibleDescription(checkout.missing.name);

      await name.fill("Rosalie Tremblay");
      await form.getByRole("textbox", { name: checkout.email }).fill("rosalie@example.test");
      await form.getByRole("combobox", { name: checkout.province }).selectOption("ON");
      for (const box of [checkout.age, checkout.location, checkout.rules]) {
        await form.getByRole("checkbox", { name: readsLike(box) }).check();
      }
      await cardField(page, checkout.cardNumber).waitFor();
      await pay.click();
      await expectHeard(page, checkout.card.numberMissing);

      await typeCard(page, language, cards.declined);
      await pay.click();
      await expectHeard(page, checkout.payingStay);
      await expectHeard(page, reasons.declined);
      await typeCard(page, language, cards.approved);
      await form.getByRole("button", { name: readsLike(checkout.pay) }).click();

      await page.waitForURL(/\/success\?/);
      // A new page announces nothing by itself, so it focuses its first message.
      const outcome = page.getByRole("status").getByRole("heading", { level: 1 });
      await expect(outcome).toHaveAccessibleName(order.states.confirmed.title);
      await expect(outcome).toBeFocused();
      const own = page.getByRole("region", { name: order.yourNumbers });
      await expect(own.getByRole("listitem")).toHaveCount(1);
      expect(await own.getByRole("listitem").ariaSnapshot()).toContain(numbers);
    },
  );
}
