import { writeFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright/test";

import { contextOptions, viewports } from "@/tests/support/browser";

import type { Scene, Setting } from "./scene";
import { addressOf } from "./scene";

/** A screen that pages are looked at on. */
export type Screen = keyof typeof viewports;

/** How one picture is looked at; `scale` is how many dots a pixel has. */
export type Look = Setting & { screen: Screen; isDark: boolean; scale?: number };

/** Quality at which the small set's files are a third of a PNG's, and words still have clean edges. */
const webpQuality = 82;
const settledWithinMs = 3000;

async function openContext(scene: Scene, look: Look): Promise<BrowserContext> {
  const { stage, language, screen, isDark, scale = 1 } = look;
  const options = contextOptions({
    locale: `${language}-CA`,
    viewport: viewports[screen],
    dark: isDark,
    reducedMotion: true,
  });
  const context = await stage.browser.newContext({ ...options, deviceScaleFactor: scale });
  const { device, server } = stage;
  if (scene.atTablet) await context.addCookies(device.cookies.map((cookie) => ({ ...cookie, url: server.url })));
  if (scene.byCard) await context.route("**/sandbox/apple-pay*", (route) => route.abort());
  return context;
}

/**
 * Scrolls through the page, so that what is loaded when it is seen is there, and goes back to the top. The pauses are
 * made here: a page without scripts, as a mail is, has no timers.
 */
async function seeAll(page: Page): Promise<void> {
  const [height, step] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight] as const);
  for (let top = step; top < height; top += step) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  // What watches where the page stands hears of that a few frames later.
  await page.waitForTimeout(100);
}

/** Waits until the page is quiet; one that asks the server again and again never is, and is ready all the same. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: settledWithinMs }).catch(() => undefined);
}

/** Opens a scene as somebody sees it, hands its page to `use`, and closes it. */
export async function openScene(scene: Scene, look: Look, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(scene, look);
  try {
    const page = await context.newPage();
    await page.goto(addressOf(scene, look));
    await settle(page);
    await seeAll(page);
    await scene.act?.(page, look);
    await settle(page);
    await use(page);
  } finally {
    await context.close();
  }
}

/** Writes what the screen shows as WebP. */
export async function writeWebp(page: Page, file: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: webpQuality });
  const bytes = Buffer.from(data, "base64");
  await writeFile(file, bytes);
  return bytes.length;
}
