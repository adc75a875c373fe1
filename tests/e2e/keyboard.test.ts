import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, readsLike, waitForCard, words } from "@/tests/support/browser/checkout";
import type { Focused } from "@/tests/support/browser/keyboard";
import { readFocused, tabTo } from "@/tests/support/browser/keyboard";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

/** The draw has no Apple Pay. Waits for the bar and the card fields. */
async function openDraw({ pages, server }: Shop, language: Language): Promise<Page> {
  const draw = drawWith();
  await importDraw(server, draw);
  const allow = [/apple-pay/, /ERR_FAILED/];
  const page = await pages.newPage({ locale: `${language}-CA`, reducedMotion: true, allow });
  await page.route("**/sandbox/apple-pay*", (route) => route.abort());
  await page.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
  await page.getByRole("region", { name: words[language].checkout.bar.label }).waitFor();
  await waitForCard(page);
  return page;
}

function focusPattern(role: string, message: string): RegExp {
  return new RegExp(`^${role} "${readsLike(message).source.slice(1, -1)}"`);
}

/** Each element showed its focus, and was below or beside the one before. */
function expectSensible(passed: Focused[]): void {
  expect(passed.filter(({ isSeen, isRinged }) => !isSeen || !isRinged)).toEqual([]);
  const upward = passed.filter(({ top }, at) => top < (passed[at - 1]?.top ?? 0) - 24);
  expect(upward).toEqual([]);
}

test("Enter in a box moves on to the next one and pays nothing", async ({ pages, server }) => {
  const page = await openDraw({ pages, server }, "en");
  const requests: string[] = [];
  page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
  const passed: string[] = [];
  const enter = async () => {
    await page.keyboard.press("Enter");
    passed.push((await page.evaluate(() => document.activeElement?.id || document.activeElement?.nodeName)) ?? "");
  };
  await page.locator("#checkout-name").fill("Rosalie Tremblay");
  await enter();
  await page.keyboard.type("rosalie@example.test");
  await enter();
  for (const id of ["age", "location", "rules"]) {
    await page.locator(`#checkout-${id}`).focus();
    await page.keyboard.press("Space");
    await enter();
  }
  expect(passed).toEqual([...["email", "province", "location", "rules"].map((name) => `checkout-${name}`), "IFRAME"]);
  await page.waitForTimeout(300);
  expect(requests.filter((url) => url.includes("/api/"))).toEqual([]);
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
});

for (const language of languages) {
  const { checkout, order } = words[language];

  test(
    `tickets can be bought by keyboard alone, with the focus always visible, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const page = await openDraw({ pages, server }, language);
      const passed: Focused[] = [];
      const go = async (wanted: RegExp) => void passed.push(...(await tabTo(page, wanted)));
      const fill = async (wanted: RegExp, text: string) => {
        await go(wanted);
        await page.keyboard.type(text);
      };

      await go(/^radio /);
      expect((await readFocused(page)).spoken).toMatch(/^radio "10 .*\[checked\]/);
      await page.keyboard.press("ArrowDown");
      expect((await readFocused(page)).spoken).toMatch(/^radio "40 .*\[checked\]/);
      await page.keyboard.press("ArrowUp");
      await go(focusPattern("button", checkout.more));
      await page.keyboard.press("Enter");
      await page.keyboard.press("Shift+Tab");
      expect((await readFocused(page)).spoken).toMatch(focusPattern("button", checkout.fewer));
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      await fill(focusPattern("textbox", checkout.name), "Rosalie Tremblay");
      await fill(focusPattern("textbox", checkout.email), "rosalie@example.test");
      // A single letter, because a list forgets earlier letters after a second, and a busy machine may take that long.
      await fill(focusPattern("combobox", checkout.province), "O");
      for (const message of [checkout.age, checkout.location, checkout.rules]) {
        await go(focusPattern("checkbox", message));
        await page.keyboard.press("Space");
        expect((await readFocused(page)).spoken).toContain("[checked]");
      }
      await fill(/^textbox "Card number"/, "4030000010001234");
      await fill(/^textbox "Card expiration date"/, "1229");
      await fill(/^textbox "Card security code"/, "123");
      await go(focusPattern("button", checkout.pay));
      expectSensible(passed);
      await page.keyboard.press("Enter");

      await page.waitForURL(/\/success\?/);
      await page.getByRole("heading", { name: order.yourNumbers }).waitFor();
      await expect(page.getByRole("main")).toContainText(/1\D+10/);
      expectSensible(await tabTo(page, focusPattern("link", order.buyMore)));
    },
  );
}
