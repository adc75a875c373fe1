import { expect } from "playwright/test";

import { stageTest as test } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { cards, importDraw } from "@/tests/support/calls/buyer";
import { editData } from "@/tests/support/databases/edit-data";
import { drawWith } from "@/tests/support/draws/draw";
import { journeyLanguages } from "@/tests/support/runner/tier";

for (const language of journeyLanguages) {
  test.describe(`a hold that has passed its 15 minutes, in ${language}`, () => {
    test("says so, and one more press reserves tickets again and pays", async ({ pages, stage }) => {
      test.setTimeout(120_000);
      const { reasons, order } = words[language];
      const first = await stage.start();
      const draw = drawWith();
      await importDraw(first, draw);
      const page = await pages.newPage({
        locale: `${language}-CA`,
        allow: [/status of (402|409|404)/, /ERR_CONNECTION/],
      });
      await page.goto(`${first.url}${pathIn(language, `/${draw.id}`)}`);
      await fillDetails(page, language);
      await fillCard(page, cards.declined);
      await payButton(page, language).click();
      await page.getByText(reasons.declined).waitFor();

      await first.stop();
      await editData(stage.dataDir, ["update orders set expires_at = now() - interval '1 minute'"]);
      await stage.start({}, first.port);
      await fillCard(page);
      await payButton(page, language).click();
      await page.getByText(reasons["order-expired"]).waitFor();
      await fillCard(page);
      await payButton(page, language).click();
      await page.waitForURL(/\/success\?/);
      await page.getByText(order.states.confirmed.title).waitFor();
      const ledger = await (await fetch(`${stage.sandbox.url}/sandbox/ledger`)).json();
      expect(ledger.transactions.filter((transaction: { approved: boolean }) => transaction.approved).length).toBe(1);
    });
  });
}
