import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import { shopTest, stageTest } from "@/tests/support/browser/browser-test";
import { pathIn, words } from "@/tests/support/browser/checkout";
import {
  actionFor,
  addAuthenticator,
  allowedInConsole as allow,
  button,
  freshEmail,
  invite,
  openAccount,
  openAccountMenu,
} from "@/tests/support/browser/console";
import { viewports } from "@/tests/support/browser/open-pages";
import { importDraw } from "@/tests/support/calls/buyer";
import { registerDevice } from "@/tests/support/calls/device";
import { actAt, placeAt } from "@/tests/support/calls/terminal-calls";
import { ageData } from "@/tests/support/databases/age-data";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

const money = { en: "$5.00", fr: "5,00\u00a0$" };

const rowOf = (page: Page, name: string) => page.locator("tbody").filter({ hasText: name });

for (const language of languages) {
  const t = words[language].console;

  shopTest(
    `a tablet is added by its QR code, seen selling, and revoked in ${language}`,
    fullRunOnlyIn(language, "@desktop"),
    async ({ pages, server }) => {
      const parentId = `tablets-${language}`;
      const [gate7, gate8] = [`Gate 7 ${language}`, `Gate 8 ${language}`];
      const organization = { en: `Rink Friends ${Date.now()}`, fr: `Amis de la patinoire ${Date.now()}` };
      const draw = drawWith({ parentId, organization, terminal: { allowAnonymousCash: true } });
      await importDraw(server, draw);
      const { page } = await openAccount({ pages, server }, language);
      await page.getByRole("link", { name: t.nav.tablets }).click();
      const form = page.getByRole("region", { name: t.tablets.add });
      await form.getByLabel(t.tablets.name, { exact: true }).fill(gate7);
      await form.getByLabel(t.tablets.organizer, { exact: true }).selectOption({ label: organization[language] });
      await form.getByLabel(t.tablets.location, { exact: true }).fill("north");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await button(page, t.tablets.create).click();
      const { link } = (await (await answered).json()) as { link: string };
      await page.getByRole("img", { name: t.tablets.qr.replace("{name}", gate7) }).waitFor();
      await rowOf(page, gate7).getByText(t.tablets.states.waiting).waitFor();

      const tablet = await pages.newPage({ locale: `${language}-CA`, allow: [/status of 40[13]/] });
      await tablet.goto(link);
      const registration = words[language].registration;
      await tablet.getByLabel(registration.operator).fill("Rosalie");
      await tablet.getByLabel(registration.printer).selectOption("browser");
      await tablet.getByRole("button", { name: registration.submit, exact: true }).click();
      // The page with the code updates by itself.
      await page.getByText(t.tablets.used.replace("{name}", gate7)).waitFor();
      await rowOf(page, gate7).getByText(t.tablets.states.registered).waitFor();
      await rowOf(page, gate7).getByText("Rosalie").waitFor();
      await button(page, t.tablets.addAnother).click();
      await expect(page.getByLabel(t.tablets.name, { exact: true })).toBeFocused();
      // The organizer now has a location to choose from.
      await form.getByLabel(t.tablets.location, { exact: true }).selectOption("north");

      const seller = await registerDevice(server, { parentId, label: gate8, name: gate8, operator: "Sam" });
      const placed = await placeAt(seller, draw.id);
      expect((await actAt(seller, placed.body.order, "cash")).status).toBe(200);
      await page.reload();
      const row = rowOf(page, gate8);
      await row.getByText(money[language]).waitFor();
      expect(await row.getByText(t.tablets.neverSeen, { exact: true }).count()).toBe(0);

      await row.getByRole("button", { name: t.tablets.manage }).click();
      await row.getByLabel(t.tablets.listsOthers).click();
      await row.getByText(t.tablets.saved).waitFor();
      await expect(row.getByLabel(t.tablets.listsOthers)).toBeChecked();
      await row.getByRole("button", { name: t.tablets.revoke }).click();
      await row.getByText(t.tablets.cashTaken.replace("{amount}", money[language])).waitFor();
      await row.getByRole("button", { name: t.tablets.revoke }).click();
      const told = page.getByRole("status").filter({ hasText: t.tablets.revoked.replace("{name}", gate8) });
      await expect(told.locator("..")).toBeFocused();
      // It sold today, so it stays in the list.
      await row.getByText(t.tablets.states.revoked).first().waitFor();
      expect((await placeAt(seller, draw.id)).body).toMatchObject({ reason: "device-revoked" });

      const idle = rowOf(page, gate7);
      await idle.getByRole("button", { name: t.tablets.manage }).click();
      await idle.getByRole("button", { name: t.tablets.revoke }).click();
      await idle.getByText(t.tablets.revokeText).waitFor();
      await idle.getByRole("button", { name: t.tablets.revoke }).click();
      await idle.waitFor({ state: "detached" });
      await page.getByLabel(t.tablets.showRevoked).click();
      await idle.getByText(t.tablets.states.revoked).waitFor();
      expect(new URL(page.url()).search).toBe("?revoked=1");
      await page.reload();
      await idle.getByText(t.tablets.states.revoked).waitFor();
    },
  );

  for (const dark of [false, true]) {
    shopTest(
      `the tablets fit a phone and a wide screen in ${language}, ${dark ? "dark" : "light"}`,
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const parentId = `fits-${language}-${dark}`;
        await registerDevice(server, { parentId, name: "Gate 3", operator: "Rosalie Archambault-Desrochers" });
        const { page } = await openAccount({ pages, server }, language);
        await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
        await page.goto(`${server.url}${pathIn(language, `/console/tablets?organizer=${parentId}`)}`);
        for (const viewport of [viewports.phone, viewports.desktop]) {
          await page.setViewportSize(viewport);
          await button(page, actionFor(language, t.tablets.manage, "Gate 3")).click();
          await page.getByText(t.tablets.listsOthersText).waitFor();
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
          expect(await findAxeViolations(page)).toEqual([]);
          await button(page, actionFor(language, t.tablets.done, "Gate 3")).click();
        }
      },
    );
  }
}

stageTest("no tablet is added or renewed without a fresh passkey", async ({ pages, stage }) => {
  const t = words.en.console;
  const first = await stage.start();
  const { page } = await openAccount({ pages, server: first }, "en");
  await registerDevice(first, { name: "Gate 3" });
  // The page would report errors if it were still loading.
  await page.goto("about:blank");
  await first.terminate();
  await ageData(stage.dataDir, 6);
  const server = await stage.start({}, first.port);
  await page.goto(`${server.url}/console/tablets`);
  const adding = page.getByRole("region", { name: t.tablets.add });
  await adding.getByLabel(t.tablets.name, { exact: true }).fill("Gate 9");
  await adding.getByLabel(t.tablets.location, { exact: true }).selectOption({ index: 1 });
  await button(page, t.tablets.create).click();
  await page.getByRole("heading", { name: t.confirm.title }).waitFor();
  await button(page, t.confirm.cancel).click();
  await adding.getByText(words.en.reasons["passkey-required"]).waitFor();
  await page.reload();
  await button(page, actionFor("en", t.tablets.manage, "Gate 3")).click();
  await button(page, t.tablets.renew).click();
  await page.getByRole("heading", { name: t.confirm.title }).waitFor();
  await button(page, t.confirm.cancel).click();
  await page.getByText(words.en.reasons["passkey-required"]).waitFor();
  expect(await page.getByRole("img", { name: /Gate/ }).count()).toBe(0);
  expect(await page.getByText("Gate 9").count()).toBe(0);
  await button(page, t.tablets.renew).click();
  await button(page, t.confirm.button).click();
  await page.getByRole("img", { name: t.tablets.qr.replace("{name}", "Gate 3") }).waitFor();
});

shopTest("who may not manage tablets finds no link to them, and none on the page", async ({ pages, server }) => {
  const t = words.en.console;
  const { page } = await openAccount({ pages, server }, "en");
  await page.getByRole("link", { name: t.nav.people }).click();
  const link = await invite(page, "en", { name: "Jo Tremblay", email: freshEmail(), role: "auditor" });
  const guest = await pages.newPage({ allow });
  await addAuthenticator(guest);
  await guest.goto(link);
  await button(guest, t.invitation.button).click();
  await button(guest, t.invitation.make).click();
  await guest.getByRole("heading", { name: t.account.passkeys }).waitFor();
  for (const either of [page, guest]) await openAccountMenu(either, "en");
  for (const hidden of [t.nav.tablets, t.nav.verification]) {
    expect(await page.getByRole("link", { name: hidden }).count()).toBe(1);
    expect(await guest.getByRole("link", { name: hidden }).count()).toBe(0);
  }
  await guest.goto(`${server.url}/console/tablets`);
  await guest.getByRole("heading", { name: t.noAccess }).waitFor();
});
