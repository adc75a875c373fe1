import type { Page } from "playwright/test";

const sizes = [
  { width: 320, percents: [100] },
  { width: 390, percents: [130, 150, 200] },
] as const;

/** Finds the window widths and text sizes at which a page scrolls sideways. Leaves it at the last size. */
export async function findHorizontalOverflow(page: Page): Promise<string[]> {
  const found: string[] = [];
  // A late web font has other widths than its fallback.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const { width, percents } of sizes) {
    await page.setViewportSize({ width, height: 844 });
    for (const percent of percents) {
      const wide = await page.evaluate(measure, percent);
      found.push(...wide.map((words) => `${width} px, ${percent} %: ${words}`));
    }
  }
  return found;
}

/** Sets the text size. Returns the elements that can be scrolled to beyond the right edge. */
function measure(percent: number): string[] {
  const root = document.documentElement;
  root.style.fontSize = `${percent}%`;
  const room = root.clientWidth;
  if (root.scrollWidth <= room) return [];
  const endOf = (element: Element) => element.getBoundingClientRect().right;
  // An element within the page that clips its content, such as text for screen readers, doesn't widen the page.
  const cutsOff = (element: Element) => getComputedStyle(element).overflowX !== "visible" && endOf(element) <= room + 1;
  const isCutOff = (element: Element): boolean => {
    const parent = element.parentElement;
    return parent !== null && parent !== root && (cutsOff(parent) || isCutOff(parent));
  };
  // Text may overflow an element that is itself within the page.
  const endOfWords = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return cutsOff(element) ? 0 : range.getBoundingClientRect().right;
  };
  const beyond = [...document.body.querySelectorAll("*")].filter(
    (element) => Math.max(endOf(element), endOfWords(element)) > room + 1 && !isCutOff(element),
  );
  const names = beyond.slice(-3).map((element) => element.outerHTML.slice(0, 120));
  return [`${root.scrollWidth} px of ${room}: ${names.join(" | ")}`];
}
