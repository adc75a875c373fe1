import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { viewports } from "@/tests/support/browser";

import type { Scene } from "./scene";
import { scenes } from "./scenes";
import type { Stage } from "./stage";
import type { Screen } from "./take-pictures";
import { openScene } from "./take-pictures";

const screens = Object.keys(viewports) as Screen[];
const fadedWithinMs = 300;

type Mode = "light" | "dark";

/** Has the page follow a device of that mode, and waits until its colours stand; one that forces its own keeps it. */
async function turnTo(page: Page, mode: Mode): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  const isThere = (name: string) => document.documentElement.classList.contains(name);
  await page.waitForFunction(isThere, mode, { timeout: 1000 }).catch(() => undefined);
  await page.waitForTimeout(fadedWithinMs);
}

/** The screen as it is first seen; where the page goes on below, also as a screen of its whole length would show it. */
async function pictureOne(scene: Scene, look: Parameters<typeof openScene>[1], directory: string): Promise<void> {
  const name = (mode: Mode) => join(directory, `${scene.name}-${look.screen}-${look.language}-${mode}`);
  const { width, height: seen } = viewports[look.screen];
  await openScene(scene, look, async (page) => {
    await page.screenshot({ path: `${name("light")}.png` });
    await turnTo(page, "dark");
    await page.screenshot({ path: `${name("dark")}.png` });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height <= seen) return;
    await page.setViewportSize({ width, height });
    // Frames of another page are drawn anew in the mode that was turned to.
    await page.waitForTimeout(fadedWithinMs);
    await page.screenshot({ path: `${name("dark")}-whole.png` });
    await turnTo(page, "light");
    await page.screenshot({ path: `${name("light")}-whole.png` });
  });
}

/**
 * Pictures of every scene on each screen, in both languages, light and dark, as PNG into `directory`. Gives the scenes
 * that could not be pictured, each with what was wrong.
 */
export async function pictureAll(stage: Stage, directory: string, only?: RegExp): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const problems: string[] = [];
  for (const scene of scenes.filter(({ name }) => !only || only.test(name))) {
    for (const screen of screens) {
      for (const language of languages) {
        const look = { stage, language, screen, isDark: false };
        await pictureOne(scene, look, directory).catch((error: Error) => {
          problems.push(`${scene.name}, ${screen}, ${language}: ${error.message.split("\n")[0]}`);
        });
      }
    }
    console.log(scene.name);
  }
  return problems;
}
