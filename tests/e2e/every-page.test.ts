import { readdirSync } from "node:fs";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { findAxeViolations } from "@/tests/support/browser/axe";
import { browserTest, forFile } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { findHorizontalOverflow } from "@/tests/support/browser/horizontal-overflow";
import type { Pages } from "@/tests/support/browser/open-pages";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { checkoutStops } from "@/tests/support/stops/checkout-stops";
import { consoleStops } from "@/tests/support/stops/console-stops";
import { drawStops } from "@/tests/support/stops/draw-stops";
import { kioskStops } from "@/tests/support/stops/kiosk-stops";
import { orderStops } from "@/tests/support/stops/order-stops";
import { otherStops } from "@/tests/support/stops/other-stops";
import { previewStops } from "@/tests/support/stops/preview-stops";
import type { Site } from "@/tests/support/stops/site";
import { extendHolds, withSite } from "@/tests/support/stops/site";
import type { Stop } from "@/tests/support/stops/stop";
import { terminalStops } from "@/tests/support/stops/terminal-stops";

const test = browserTest.extend<object, { site: Site }>({ site: forFile(withSite) });
/** In ms. Busy machines need this long. */
test.describe.configure({ timeout: isFullRun ? 900_000 : 300_000 });

const stops = [
  drawStops,
  previewStops,
  checkoutStops,
  consoleStops,
  kioskStops,
  orderStops,
  otherStops,
  terminalStops,
].flat();

/** Only `npm run test:all` opens every page in all of these looks. */
const looks = [
  { language: "en", dark: false },
  { language: "fr", dark: true },
  { language: "fr", dark: false },
  { language: "en", dark: true },
] as const satisfies { language: Language; dark: boolean }[];

type Look = (typeof looks)[number];

async function openBrowsers(pages: Pages, { server, device }: Site, { language, dark }: Look) {
  const options = { locale: `${language}-CA`, dark, reducedMotion: true } as const;
  const [anybody, tablet] = [await pages.newPage(options), await pages.newPage(options)];
  await tablet.context().addCookies(device.cookies.map((cookie) => ({ ...cookie, url: server.url })));
  return { anybody, device: tablet };
}

async function visit(stop: Stop, page: Page, place: { site: Site; language: Language }): Promise<void> {
  await stop.open({ page, ...place });
  expect.soft(await findAxeViolations(page), stop.name).toEqual([]);
  expect.soft(await findHorizontalOverflow(page), stop.name).toEqual([]);
  await page.close();
}

for (const [at, look] of looks.entries()) {
  const { language, dark } = look;
  test(`axe finds nothing and nothing scrolls sideways, ${dark ? "dark" : "light"} in ${language}`, async ({
    pages,
    site,
  }) => {
    await extendHolds(site);
    const browsers = await openBrowsers(pages, site, look);
    const own = stops.filter((_stop, index) => isFullRun || index % looks.length === at);
    for (const stop of own) {
      await test.step(stop.name, async () => {
        const beside = browsers[stop.by ?? "anybody"];
        await visit(stop, await pages.newPage({ beside, allow: stop.allow ?? [] }), { site, language });
      });
    }
  });
}

test("negative control: a page with faults is found out", async ({ pages }) => {
  const page = await pages.newPage();
  const wide = '<p style="width: 500px">Wide</p>';
  await page.setContent(`<html lang="en"><title>Faults</title><main><h1>Faults</h1><button></button>${wide}</main>`);
  expect(await findAxeViolations(page)).toContainEqual(expect.stringMatching(/^button-name: button: /));
  expect(await findHorizontalOverflow(page)).toContainEqual(expect.stringMatching(/^320 px, 100 %: .*Wide/));
});

test("every page of the product is visited", () => {
  const files = readdirSync("app/[locale]", { recursive: true, encoding: "utf8" });
  const routes = files
    // The guard serves pages below `-/` at other URLs.
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file) && !file.startsWith("-/"))
    .map((file) => `/${file.replaceAll(/\([\w-]+\)\//g, "").replace(/\/?page\.tsx$/, "")}`);
  expect(new Set(stops.map(({ route }) => route))).toEqual(new Set(routes));
});
