import type { Page } from "playwright/test";
import { importDraw } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import type { Language } from "./checkout";
import { pathIn, words } from "./checkout";
import type { PageOptions, Pages } from "./open-pages";
import { viewports } from "./open-pages";

/** A tablet upright, and lying on its side. */
export const tablets = { upright: viewports.tablet, sideways: { width: 1180, height: 820 } } as const;

/** A shared tablet at the page of a draw of its own, its clock in the test's hand. */
export type Tablet = { page: Page; drawId: string; url: string };

/** Opens a shared tablet in a language. */
export async function openTablet(
  pages: Pages,
  server: Server,
  language: Language,
  { draw: overrides = {}, ...options }: PageOptions & { draw?: Partial<DrawInput> } = {},
): Promise<Tablet> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  const page = await pages.newPage({ locale: `${language}-CA`, ...options });
  await page.clock.install();
  const url = `${server.url}${pathIn(language, `/1/${draw.id}`)}`;
  await page.goto(url);
  await waitUntilAlive(page);
  return { page, drawId: draw.id, url };
}

/** Waits until the scripts of the page run: what is typed before is taken for somebody else's and cleared. */
export async function waitUntilAlive(page: Page): Promise<void> {
  await page.frameLocator('iframe[name="bambora-card-number-iframe"]').locator("input").waitFor();
}

/** The question whether anybody is still there. */
export function idleQuestion(page: Page, language: Language) {
  return page.getByRole("alertdialog", { name: words[language].kiosk.idleTitle });
}

/**
 * Lets time pass without a sign of anybody until it is asked; `quietMs` is how long that takes. What was typed last may
 * be heard of late on a busy machine and count as a sign, so the last seconds pass one by one.
 */
export async function leaveAlone(page: Page, language: Language, quietMs: number): Promise<void> {
  const question = idleQuestion(page, language);
  await page.clock.fastForward(quietMs - 2000);
  for (let seconds = 0; seconds < 100 && !(await question.isVisible()); seconds++) await page.clock.fastForward(1000);
  await question.waitFor();
}

/**
 * All that the page shows or keeps: its text, what stands in its boxes, what the tab and the browser store, its
 * address.
 */
export async function everythingOn(page: Page): Promise<string> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const typed = await Promise.all(
    frames.map((frame) => frame.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value))),
  );
  const own = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll("input, select")].map((box) => (box as HTMLInputElement).value);
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }));
    return [document.body.innerText, document.title, location.href, ...boxes, ...stores].join("\n");
  });
  return [own, ...typed.flat()].join("\n");
}
