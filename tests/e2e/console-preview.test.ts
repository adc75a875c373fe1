import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { accept, addAuthenticator, allowedInConsole as allow, button } from "@/tests/support/browser/console";
import { adminCall } from "@/tests/support/calls/buyer";
import { setUpByCalls } from "@/tests/support/calls/drafts";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

/** An admin of the draw's organizer, at the last step of its set-up. */
async function openReview({ pages, server }: Shop, language: Language, drawId: string): Promise<Page> {
  const person = {
    ...{ email: `${drawId}@example.test`, name: "Jo Tremblay", locale: language },
    roles: [{ role: "admin", scope: { kind: "parent", parentId: drawId } }],
  };
  const { body } = await adminCall<{ link: string }>(server, "POST", "/api/admin/persons", person);
  const page = await pages.newPage({ locale: `${language}-CA`, allow: [...allow, /status of 404/] });
  await addAuthenticator(page);
  await accept(page, language, body.link);
  await page.goto(`${server.url}${pathIn(language, `/console/draws/${drawId}`)}`);
  const name = words[language].console.setUp.steps.review;
  await page.getByRole("button", { name: new RegExp(`^\\d+ ${name}`) }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  return page;
}

/** The address that the person would send or scan. */
async function readLink(page: Page, section: string, language: Language): Promise<string> {
  const open = words[language].console.setUp.preview.open.replace("{language}", words[language].language[language]);
  const link = page.getByRole("region", { name: section }).getByRole("link", { name: open, exact: true });
  return (await link.getAttribute("href")) ?? "";
}

for (const language of languages) {
  const t = words[language].console.setUp;
  const { preview, draw, checkout, order } = words[language];

  shopTest(
    `a committee looks at a draft on a phone, and its manager buys from a test copy, in ${language}`,
    fullRunOnlyIn(language, "@desktop"),
    async ({ pages, server }) => {
      const drawId = `preview-${language}-${Date.now()}`;
      await setUpByCalls(server, { drawId, parentId: drawId });
      const page = await openReview({ pages, server }, language, drawId);
      await button(page, t.preview.create).click();
      await page.getByText(t.preview.ready.split("{")[0] ?? "").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      const link = await readLink(page, t.preview.title, language);

      const phone = await pages.newPage({ locale: `${language}-CA`, viewport: { width: 390, height: 844 } });
      await phone.goto(link);
      for (const part of ["page", "poster", "receipt", "email"] as const) {
        const bar = phone.getByRole("complementary", { name: preview.label });
        await bar.getByRole("link", { name: preview.parts[part], exact: true }).click();
        await expect(bar.getByRole("link", { name: preview.parts[part], exact: true })).toHaveAttribute(
          "aria-current",
          "page",
        );
        await bar.getByText(preview.mark).waitFor();
        expect(await findAxeViolations(phone)).toEqual([]);
      }
      await phone.goto(link);
      // The page works like the real one up to the button.
      await phone.getByRole("textbox").first().fill("Marie Tremblay");
      await expect(button(phone, checkout.preview)).toBeDisabled();

      await button(page, t.try.create).click();
      await page.getByText(t.try.ready.split("{")[0] ?? "").waitFor();
      const buyer = await pages.newPage({ locale: `${language}-CA` });
      await buyer.goto(await readLink(page, t.try.title, language));
      await buyer.getByText(draw.testDraw).first().waitFor();
      await fillDetails(buyer, language);
      await fillCard(buyer);
      await payButton(buyer, language).click();
      await buyer.waitForURL(/\/success\?/);
      await buyer.getByText(order.states.confirmed.title).waitFor();
    },
  );
}
