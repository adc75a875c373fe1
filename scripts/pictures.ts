import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "playwright/test";

import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import { pathIn } from "@/tests/support/browser/checkout";
import { contextOptions, viewports } from "@/tests/support/browser/open-pages";
import { CommandError } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import type { Scene, Setting } from "./pictures/scenes";
import { scenes } from "./pictures/scenes";
import type { Stage } from "./pictures/stage";
import { openStage } from "./pictures/stage";

const usage = "npm run pictures -- [--all DIR] [--only PATTERN of names]";

type Screen = keyof typeof viewports;

const screens = Object.keys(viewports) as Screen[];

/** `scale` is in device pixels per CSS pixel. */
type PictureOptions = Setting & { screen: Screen; isDark: boolean; scale?: number };

/** A picture has a third of a PNG's size at this quality, and words with clean edges. */
const webpQuality = 82;
const settledWithinMs = 3000;

async function openContext(scene: Scene, picture: PictureOptions): Promise<BrowserContext> {
  const { stage, language, screen, isDark, scale = 1 } = picture;
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
 * Loads what appears when scrolled to. The pauses are here because a page without scripts, such as an email, has no
 * timers.
 */
async function scrollThrough(page: Page): Promise<void> {
  const [height, step] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight] as const);
  for (let top = step; top < height; top += step) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  // Scroll observers run a few frames later.
  await page.waitForTimeout(100);
}

/** A page that polls never becomes idle, but is ready all the same. */
async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: settledWithinMs }).catch(() => undefined);
}

function toUrl(scene: Scene, { stage, language }: Setting): string {
  const path = scene.path(stage, language);
  return path.startsWith("http") ? path : `${stage.server.url}${pathIn(language, path)}`;
}

async function openScene(scene: Scene, picture: PictureOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(scene, picture);
  try {
    const page = await context.newPage();
    await page.goto(toUrl(scene, picture));
    await waitUntilQuiet(page);
    await scrollThrough(page);
    await scene.act?.(page, picture);
    await waitUntilQuiet(page);
    await use(page);
  } finally {
    await context.close();
  }
}

async function writeWebp(page: Page, file: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: webpQuality });
  const bytes = Buffer.from(data, "base64");
  await writeFile(file, bytes);
  return bytes.length;
}

const fadedWithinMs = 300;

type Mode = "light" | "dark";

/** A page that forces a mode keeps it. */
async function setMode(page: Page, mode: Mode): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  const isThere = (name: string) => document.documentElement.classList.contains(name);
  await page.waitForFunction(isThere, mode, { timeout: 1000 }).catch(() => undefined);
  await page.waitForTimeout(fadedWithinMs);
}

/** Takes the first screen, and of a longer page also the whole length. */
async function takePictures(scene: Scene, picture: PictureOptions, directory: string): Promise<void> {
  const name = (mode: Mode) => join(directory, `${scene.name}-${picture.screen}-${picture.language}-${mode}`);
  const { width, height: seen } = viewports[picture.screen];
  await openScene(scene, picture, async (page) => {
    await page.screenshot({ path: `${name("light")}.png` });
    await setMode(page, "dark");
    await page.screenshot({ path: `${name("dark")}.png` });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height <= seen) return;
    await page.setViewportSize({ width, height });
    // Frames of other origins are repainted in the new mode.
    await page.waitForTimeout(fadedWithinMs);
    await page.screenshot({ path: `${name("dark")}-whole.png` });
    await setMode(page, "light");
    await page.screenshot({ path: `${name("light")}-whole.png` });
  });
}

/** Returns the scenes that failed, with the reason. */
async function takeAllPictures(stage: Stage, directory: string, only?: RegExp): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const problems: string[] = [];
  for (const scene of scenes.filter(({ name }) => !only || only.test(name))) {
    for (const screen of screens) {
      for (const language of languages) {
        const picture = { stage, language, screen, isDark: false };
        await takePictures(scene, picture, directory).catch((error: Error) => {
          problems.push(`${scene.name}, ${screen}, ${language}: ${error.message.split("\n")[0]}`);
        });
      }
    }
    console.log(scene.name);
  }
  return problems;
}

type DocumentPicture = { file: string; scene: string; screen: Screen; language: Language; isDark?: boolean };

const directory = "docs/images";
/** In bytes, to keep the repository small. */
const maxBytes = 150_000;
/** Two device pixels keep a phone's words sharp, while a wide screen is shown smaller. */
const scales: Record<Screen, number> = { phone: 2, tablet: 1.5, desktop: 1.25 };

const documentPictures: readonly DocumentPicture[] = [
  { file: "draws", scene: "home", screen: "desktop", language: "en" },
  { file: "draw", scene: "draw-demo5050", screen: "desktop", language: "en" },
  { file: "draw-phone", scene: "draw-demo5050", screen: "phone", language: "en" },
  { file: "draw-phone-fr-dark", scene: "draw-demo5050", screen: "phone", language: "fr", isDark: true },
  { file: "payment", scene: "form-filled", screen: "phone", language: "en" },
  { file: "confirmation", scene: "confirmation", screen: "phone", language: "en" },
  { file: "order", scene: "order-paid", screen: "phone", language: "fr" },
  { file: "results", scene: "draw-demo-drawn", screen: "phone", language: "en" },
  { file: "mail", scene: "mail", screen: "phone", language: "en" },
  { file: "terminal-home", scene: "terminal-home", screen: "tablet", language: "en" },
  { file: "terminal-sale", scene: "terminal-sale", screen: "tablet", language: "fr" },
  { file: "set-up", scene: "set-up", screen: "desktop", language: "en" },
  { file: "set-up-fr", scene: "set-up", screen: "desktop", language: "fr" },
];

async function takeDocumentPicture(
  { stage, path }: { stage: Stage; path: string },
  one: DocumentPicture,
): Promise<number> {
  const { scene: name, screen, language, isDark = false } = one;
  const scene = scenes.find((known) => known.name === name);
  if (!scene) throw new Error(`There is no scene ${name}.`);
  let bytes = 0;
  await openScene(scene, { stage, language, screen, isDark, scale: scales[screen] }, async (page) => {
    bytes = await writeWebp(page, path);
  });
  return bytes;
}

async function saveShareCard({ server }: Stage, path: string): Promise<number> {
  const card = Buffer.from(await (await fetch(`${server.url}/demo5050/card.png`)).arrayBuffer());
  await writeFile(path, card);
  return card.length;
}

async function takeDocumentPictures(stage: Stage, only?: RegExp): Promise<string[]> {
  const written: [path: string, bytes: number][] = [];
  for (const one of documentPictures.filter(({ file }) => !only || only.test(file))) {
    const path = join(directory, `${one.file}.webp`);
    written.push([path, await takeDocumentPicture({ stage, path }, one)]);
    console.log(path);
  }
  const card = join(directory, "share-card.png");
  written.push([card, await saveShareCard(stage, card)]);
  const tooLarge = written.filter(([, bytes]) => bytes > maxBytes);
  return tooLarge.map(([path, bytes]) => `${path} has ${bytes} bytes: ${maxBytes} are allowed.`);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args: args, options: { all: { type: "string" }, only: { type: "string" } } }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

async function main(args: string[]): Promise<void> {
  const { all, only } = readOptions(args);
  const pattern = only ? new RegExp(only) : undefined;
  const stage = await openStage();
  try {
    const problems = all ? await takeAllPictures(stage, all, pattern) : await takeDocumentPictures(stage, pattern);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await stage.close();
  }
}

await runCommand(usage, main);
