import type { Page } from "playwright/test";

/** Widths in px, and how large the words are in percent: a small phone, and a usual one whose owner sees badly. */
const sizes = [
  { width: 320, percents: [100] },
  { width: 390, percents: [130, 150, 200] },
] as const;

/** Sets the words' size, and gives what stands beyond the right edge of the page where it can be scrolled there. */
function measure(percent: number): string[] {
  const root = document.documentElement;
  root.style.fontSize = `${percent}%`;
  const room = root.clientWidth;
  if (root.scrollWidth <= room) return [];
  const endOf = (element: Element) => element.getBoundingClientRect().right;
  // What a part within the room cuts off, such as words for screen readers alone, makes no page wider.
  const cutsOff = (element: Element) => getComputedStyle(element).overflowX !== "visible" && endOf(element) <= room + 1;
  const isCutOff = (element: Element): boolean => {
    const parent = element.parentElement;
    return parent !== null && parent !== root && (cutsOff(parent) || isCutOff(parent));
  };
  // Words may stand out of an element that is within the room.
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

/** Where a page can be scrolled sideways, by its width and the size of its words. Leaves it at the last of them. */
export async function sidewaysOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  // A font that comes late is wider or narrower than the one in its place.
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
