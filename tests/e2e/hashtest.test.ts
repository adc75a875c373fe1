import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { authorizeSheet, cancelSheet, fillSheet } from "@/tests/support/browser/browse-sheet";
import type { Shop } from "@/tests/support/browser/browser-test";
import { serverTest, stageTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { openAccount } from "@/tests/support/browser/console";
import type { PageOptions } from "@/tests/support/browser/open-pages";
import { viewports } from "@/tests/support/browser/open-pages";
import { adminCall, cards, importDraw } from "@/tests/support/calls/buyer";
import { ageData } from "@/tests/support/databases/age-data";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { allTransactions } from "@/tests/support/sandbox/sandbox-control";
import { startServer } from "@/tests/support/servers/server";

const test = serverTest(async (use) => {
  const directory = await mkdtemp(join(tmpdir(), "tirage-hashtest-"));
  const domainFile = join(directory, "domain-file");
  await writeFile(domainFile, "7B2276657273696F6E223A317D\n");
  const server = await startServer({ env: { APPLE_PAY_DOMAIN_FILE: domainFile } });
  await importDraw(server, drawWith({ id: "verified" }));
  await use(server);
  await server.stop();
  await rm(directory, { recursive: true });
});

const dollar = { en: "$1.00", fr: "1,00\u00a0$" };
const refusals = [/status of (401|402)/];

async function signIn(
  { pages, server }: Shop,
  language: Language,
  options: Pick<PageOptions, "dark" | "viewport"> = {},
): Promise<Page> {
  const t = words[language].verification;
  const page = await pages.newPage({
    locale: `${language}-CA`,
    allow: refusals,
    ...options,
  });
  await page.goto(`${server.url}${pathIn(language, "/hashtest")}`);
  await page.getByLabel(t.signIn.key).fill(server.adminKey);
  await page.getByRole("button", { name: t.signIn.submit }).click();
  await page.getByText(t.names["domain-file"]).waitFor();
  await page.getByLabel(t.draw).selectOption("verified");
  return page;
}

function rowOf(page: Page, text: string) {
  return page.getByRole("listitem").filter({ hasText: text });
}

for (const language of languages) {
  test.describe(`the verification in ${language}`, () => {
    const t = words[language].verification;
    const payButton = (page: Page) => page.getByRole("button", { name: t.pay.button });

    test("rejects a wrong key, and says so at the field", fullRunOnlyIn(language), async ({ pages, server }) => {
      const page = await pages.newPage({ locale: `${language}-CA`, allow: refusals });
      await page.goto(`${server.url}${pathIn(language, "/hashtest")}`);
      await page.getByRole("button", { name: t.signIn.submit }).click();
      await page.getByText(t.signIn.required).waitFor();
      await page.getByLabel(t.signIn.key).fill("not the key");
      await page.getByRole("button", { name: t.signIn.submit }).click();
      await page.getByText(words[language].reasons["admin-key-wrong"]).waitFor();
      expect(await page.getByLabel(t.signIn.key).evaluate((input) => input === document.activeElement)).toBe(true);
    });

    test("shows that all checks pass, takes a payment, refunds it, and signs out", async ({ pages, server }) => {
      const page = await signIn({ pages, server }, language);
      for (const id of ["domain-file", "certificate", "key", "apple-gateway", "merchant-session"] as const) {
        await rowOf(page, t.names[id]).getByText(t.states.right, { exact: true }).waitFor();
      }
      await rowOf(page, t.names["app-check"]).getByText(t.states.skipped, { exact: true }).waitFor();
      await payButton(page).click();
      await authorizeSheet(page, language);
      await page.getByText(t.pay.paid).waitFor();
      await page.getByRole("button", { name: t.payments.giveBack.replace("{amount}", dollar[language]) }).click();
      const made = (await allTransactions(server.sandboxUrl)).filter(({ type, approved }) => type === "P" && approved);
      await expect.poll(() => rowOf(page, t.payments.refund.done).count(), { timeout: 20_000 }).toBe(made.length);
      const back = (await allTransactions(server.sandboxUrl)).filter(({ type, approved }) => type === "VP" && approved);
      expect(back.map(({ amountCents }) => amountCents)).toEqual(made.map(() => 100));
      await page.getByRole("button", { name: t.signOut }).click();
      await page.getByLabel(t.signIn.key).waitFor();
      expect((await page.context().cookies()).some(({ name }) => name === "tirage-verification")).toBe(false);
      await page.reload();
      await page.getByLabel(t.signIn.key).waitFor();
    });

    test("reports a cancelled or declined payment", fullRunOnlyIn(language), async ({ pages, server }) => {
      const page = await signIn({ pages, server }, language);
      await payButton(page).click();
      await cancelSheet(page, language);
      await page.getByText(t.pay.cancelled, { exact: true }).waitFor();
      await payButton(page).click();
      await fillSheet(page, "card", cards.declined);
      await authorizeSheet(page, language);
      await page.getByText(t.pay.failed, { exact: true }).waitFor();
      await rowOf(page, t.payments.state.declined).first().waitFor();
    });

    test(
      "shows what is wrong and how to fix it, and passes again once it is fixed",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const page = await signIn({ pages, server }, language);
        const other = await adminCall(server, "POST", "/api/admin/draws", wrongAccount());
        expect(other.status).toBeLessThan(300);
        await page.reload();
        await page.getByLabel(t.draw).selectOption("wrong-account");
        const passcode = rowOf(page, t.names["payments-passcode"]);
        await passcode.getByText(t.states.wrong, { exact: true }).waitFor();
        await passcode.getByText(t.mends["payments-passcode"].refused).waitFor();
        await page.getByLabel(t.draw).selectOption("verified");
        await page.getByRole("button", { name: t.checks.again }).click();
        await passcode.getByText(t.states.right, { exact: true }).waitFor();
      },
    );

    for (const [mode, dark] of [
      ["light", false],
      ["dark", true],
    ] as const) {
      test(
        `fits a phone and a wide screen (${mode})`,
        fullRunOnlyIn(language, "@desktop"),
        async ({ pages, server }) => {
          for (const viewport of [viewports.phone, viewports.desktop]) {
            const page = await signIn({ pages, server }, language, { dark, viewport });
            await payButton(page).waitFor();
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            expect(overflow).toBeLessThanOrEqual(0);
            await page.getByRole("button", { name: t.signOut }).click();
            await page.getByLabel(t.signIn.key).waitFor();
          }
        },
      );
    }
  });
}

stageTest("a refund of a person of the console needs a fresh passkey", async ({ pages, stage }) => {
  const { payments, pay } = words.en.verification;
  const { confirm } = words.en.console;
  const first = await stage.start();
  await importDraw(first, drawWith({ id: "verified" }));
  const { page } = await openAccount({ pages, server: first }, "en");
  await page.goto(`${first.url}/hashtest`);
  await page.getByRole("button", { name: pay.button }).click();
  await authorizeSheet(page, "en");
  await page.getByText(pay.paid).waitFor();
  await page.goto("about:blank");
  await first.terminate();
  await ageData(stage.dataDir, 6);
  const server = await stage.start({}, first.port);
  await page.goto(`${server.url}/hashtest`);
  const giveBack = page.getByRole("button", { name: payments.giveBack.replace("{amount}", dollar.en) });
  await giveBack.click();
  await page.getByRole("heading", { name: confirm.title }).waitFor();
  await page.getByRole("button", { name: confirm.cancel }).click();
  await page.getByText(payments.refundFailed).waitFor();
  expect((await allTransactions(server.sandboxUrl)).filter(({ type }) => type === "VP")).toEqual([]);
  await giveBack.click();
  await page.getByRole("button", { name: confirm.button }).click();
  await rowOf(page, payments.refund.done).waitFor();
});

function wrongAccount() {
  const apiKeys = { bambora: { merchantId: "300200578", passcode: "wrong-passcode", reportingPasscode: "wrong-too" } };
  return drawWith({ id: "wrong-account", apiKeys });
}
