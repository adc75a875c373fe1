import type { Page } from "playwright/test";
import { importDraw } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import type { Language } from "./checkout";
import { pathIn, words } from "./checkout";
import type { PageOptions, Pages } from "./open-pages";
import { viewports } from "./open-pages";

export const tablets = { upright: viewports.tablet, sideways: { width: 1180, height: 820 } } as const;

/** A shared tablet on a new draw's page, with a fake clock. */
export type Tablet = { page: Page; drawId: string; url: string };

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

/** Waits for the page's scripts, which clear earlier input as another person's. */
export async function waitUntilAlive(page: Page): Promise<void> {
  await page.frameLocator('iframe[name="bambora-card-number-iframe"]').locator("input").waitFor();
}

export function idleQuestion(page: Page, language: Language) {
  return page.getByRole("alertdialog", { name: words[language].kiosk.idleTitle });
}

/** A busy machine may report the last input late, which counts as activity, so the last seconds pass one by one. */
export async function leaveAlone(page: Page, language: Language, idleMs: number): Promise<void> {
  const question = idleQuestion(page, language);
  await page.clock.fastForward(idleMs - 2000);
  for (let seconds = 0; seconds < 100 && !(await question.isVisible()); seconds++) await page.clock.fastForward(1000);
  await question.waitFor();
}

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
