import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Pages } from "@/tests/support/browser/open-pages";
import { issueDevice, withdrawDevice } from "@/tests/support/calls/device";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

const words = {
  en: {
    name: "Tablet name",
    operator: "Operator",
    printer: "Receipt printer",
    submit: "Register",
    save: "Save",
    registered: "Device Registered Successfully",
    partial: "Registered. Finish setup to start selling.",
    missing: "Missing: operator and printer.",
    complete: "Ready to sell",
    remove: "Unregister this tablet",
    confirm: "Unregister",
    deleted: "Allocation Deleted Successfully",
    cleared: "All device data has been cleared from this browser.",
    failed: "Error Registering Device",
    used: "This registration link was already used. Ask your administrator for a new one.",
    code: "Registration code",
    deleteFailed: "Error Deleting Allocation",
  },
  fr: {
    name: "Nom de la tablette",
    operator: "Préposé",
    printer: "Imprimante à reçus",
    submit: "Enregistrer la tablette",
    save: "Sauvegarder",
    registered: "Tablette enregistrée",
    partial: "Enregistrée. Terminez la configuration pour vendre.",
    missing: "Il manque\u00a0: le nom du préposé et l’imprimante.",
    complete: "Prête à vendre",
    remove: "Dissocier la tablette",
    confirm: "Dissocier",
    deleted: "Enregistrement supprimé",
    cleared: "Toutes les données de la tablette ont été effacées de ce navigateur.",
    failed: "Échec de l’enregistrement",
    used: "Ce lien d’enregistrement a déjà servi. Demandez-en un nouveau à l’administration.",
    code: "Code d’enregistrement",
    deleteFailed: "Échec de la suppression",
  },
} as const;

const storageKeys = ["5050ng-deviceId", "5050ng-parentId", "5050ng-locationId", "5050ng-deviceDetails"];

function stored(page: Page): Promise<(string | null)[]> {
  return page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), storageKeys);
}

function statusOf(page: Page, path: string): Promise<number> {
  return page.evaluate(async (address) => (await fetch(address)).status, path);
}

/** Watches for the notification before pressing, since it disappears after five seconds. */
async function press(page: Page, name: string, ...told: string[]): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await Promise.all([button.click(), ...told.map((text) => page.getByText(text).first().waitFor())]);
}

async function openLink(pages: Pages, language: "en" | "fr", link: string, allow: RegExp[] = []): Promise<Page> {
  // The browser logs refused calls, and the first call comes before the registration.
  const page = await pages.newPage({
    locale: `${language}-CA`,
    allow: [/status of 40[139].*api\/terminal/, ...allow],
  });
  await page.goto(link.replace("/terminal", language === "fr" ? "/fr/terminal" : "/terminal"));
  return page;
}

for (const language of languages) {
  test.describe(`a tablet in ${language}`, { tag: "@tablet" }, () => {
    const text = words[language];

    test("is registered by its link, completed, found again after a reload, and deleted", async ({ pages, server }) => {
      const { device, link, code } = await issueDevice(server, { parentId: "demo-parent" });
      const page = await openLink(pages, language, link);
      await page.getByLabel(text.name).fill("Gate 3");
      expect(page.url()).not.toContain(code);
      await press(page, text.submit, text.registered);
      await page.getByText(text.partial).waitFor();
      expect(await page.getByText(text.missing).isVisible()).toBe(true);
      expect((await stored(page)).slice(0, 3)).toEqual([device.deviceId, "demo-parent", "gate-3"]);

      await page.reload();
      await page.getByText(text.partial).waitFor();
      await page.getByLabel(text.operator).fill("Rosalie");
      await page.getByLabel(text.printer).selectOption("browser");
      await page.getByRole("button", { name: text.save }).click();
      await page.getByText(text.complete).waitFor();
      const details = { name: "Gate 3", operator: "Rosalie", printer: "browser", active: true, allocated: true };
      expect(JSON.parse((await stored(page))[3] ?? "null")).toEqual(details);
      expect(await statusOf(page, "/api/terminal/draws")).toBe(200);

      await page.evaluate(() => localStorage.setItem("tirage-terminal-sale-demo5050", "{}"));
      await page.getByRole("button", { name: text.remove }).click();
      await press(page, text.confirm, text.deleted, text.cleared);
      expect(new URL(page.url()).pathname).toBe(language === "fr" ? "/fr/terminal" : "/terminal");
      expect(await stored(page)).toEqual([null, null, null, null]);
      expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([]);
      expect(await page.locator('a[href$="/terminal/register"]').count()).toBe(0);
      expect(await statusOf(page, "/api/terminal/draws")).toBe(401);
      const names = (await page.context().cookies()).map(({ name }) => name);
      expect(names.filter((name) => name.includes("5050ng") || name === "tirage-device")).toEqual([]);
    });

    test(
      "is told why a used link doesn't register it, and can enter another code",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const issued = await issueDevice(server);
        const first = await openLink(pages, language, issued.link);
        await first.getByLabel(text.name).fill("Gate 3");
        await press(first, text.submit, text.registered);

        const second = await openLink(pages, language, issued.link);
        await second.getByLabel(text.name).fill("Gate 4");
        await press(second, text.submit, text.failed, text.used);
        const field = second.getByLabel(text.code);
        await field.waitFor();
        expect(await field.getAttribute("aria-invalid")).toBe("true");
        expect(await field.evaluate((box) => document.activeElement === box)).toBe(true);
        expect(await second.getByLabel(text.name).inputValue()).toBe("Gate 4");
        expect(await stored(second)).toEqual([null, null, null, null]);
      },
    );
  });
}

test.describe("a tablet", { tag: "@tablet" }, () => {
  test("that lost its local storage recovers its keys from its credential", async ({ pages, server }) => {
    const { device, link } = await issueDevice(server);
    const page = await openLink(pages, "en", link);
    await press(page, words.en.submit, words.en.registered);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByText(words.en.partial).waitFor();
    expect((await stored(page))[0]).toBe(device.deviceId);
  });

  test("that lost the answer registers when the button is pressed again", async ({ pages, server }) => {
    const { link } = await issueDevice(server);
    const page = await openLink(pages, "en", link, [/net::ERR_/]);
    let isLost = false;
    await page.route("**/api/terminal/register-device", async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByLabel(words.en.name).fill("Gate 3");
    await press(
      page,
      words.en.submit,
      words.en.failed,
      "We couldn’t reach the server. Check this tablet’s connection and try again.",
    );
    await press(page, words.en.submit, words.en.registered);
  });

  test("that stores nothing stays registered as long as its cookies last", async ({ pages, server }) => {
    const { link } = await issueDevice(server);
    const page = await pages.newPage({ allow: [/status of 40[139].*api\/terminal/] });
    await page.addInitScript(() => {
      for (const storage of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException("refused", "SecurityError");
          },
        });
      }
    });
    await page.goto(link);
    await page.getByLabel(words.en.name).fill("Gate 3");
    await press(page, words.en.submit, words.en.registered);
    await page.reload();
    await page.getByText(words.en.partial).waitFor();
  });

  test("revoked by an admin says so, and clears itself", async ({ pages, server }) => {
    const { device, link } = await issueDevice(server);
    const page = await openLink(pages, "en", link);
    await press(page, words.en.submit, words.en.registered);
    await withdrawDevice(server, device.deviceId);
    await page.reload();
    await page.getByText("An administrator revoked this tablet’s access.").waitFor();
    await page.getByRole("button", { name: words.en.remove }).click();
    await press(page, words.en.confirm, words.en.deleted);
    expect(await stored(page)).toEqual([null, null, null, null]);
  });

  test("with half an allocation is told that both ids are required to delete it", async ({ pages, server }) => {
    const page = await openLink(pages, "en", `${server.url}/terminal/register?parentId=demo-parent`);
    await page.evaluate(() => localStorage.setItem("5050ng-parentId", "demo-parent"));
    await page.reload();
    // Visible until the server answers.
    await page.getByText("This tablet’s registration has ended").waitFor();
    await page.getByRole("button", { name: words.en.remove }).click();
    const why = "Device ID and Parent ID are required to delete allocation.";
    await press(page, words.en.confirm, "Delete Allocation Error", why);
  });
});
