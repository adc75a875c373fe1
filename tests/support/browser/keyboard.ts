import type { Page } from "playwright/test";

/** What has the focus: its role and name, where it stands on the page in px, and whether a person sees that it has. */
export type Focused = { spoken: string; top: number; isSeen: boolean; isRinged: boolean };

/** Facts of the focused element, which a bar at the bottom may not cover; a ring may stand around its label or box. */
function readFocus(): Omit<Focused, "spoken"> {
  const element = document.activeElement ?? document.body;
  const shown = element.closest("label") ?? element;
  const box = shown.getBoundingClientRect();
  const bar = document.querySelector(".pay-bar");
  const floor = bar && !bar.contains(element) ? bar.getBoundingClientRect().top : window.innerHeight;
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const isRinged = around.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one ?? document.documentElement);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  return { top: box.top + window.scrollY, isSeen: box.top >= 0 && box.bottom <= floor + 1, isRinged };
}

/** Role and name of what has the focus, as a reader says them; a field of the card is told by its frame's own input. */
async function spokenFocus(page: Page): Promise<string> {
  const frame = await page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
  const isFrame = await page.evaluate(() => document.activeElement?.tagName === "IFRAME");
  const place = isFrame ? page.frameLocator(`iframe[name="${frame}"]`) : page;
  const [first = ""] = (await place.locator("*:focus").ariaSnapshot()).split("\n");
  return first.replace(/^- /, "").replace(/:$/, "");
}

/** What has the focus now. */
export async function focusOf(page: Page): Promise<Focused> {
  return { spoken: await spokenFocus(page), ...(await page.evaluate(readFocus)) };
}

/** What has the focus once it shows it: a field of the card tells its page from a frame that it was entered. */
async function shownFocusOf(page: Page): Promise<Focused> {
  for (let look = 0; look < 20; look += 1) {
    const focused = await focusOf(page);
    if (focused.isRinged) return focused;
    await page.waitForTimeout(50);
  }
  return focusOf(page);
}

/** Presses Tab until what has the focus is spoken like `wanted`; gives all that had it on the way, that one last. */
export async function tabTo(page: Page, wanted: RegExp, most = 30): Promise<Focused[]> {
  const passed: Focused[] = [];
  while (passed.length < most) {
    await page.keyboard.press("Tab");
    const focused = await shownFocusOf(page);
    passed.push(focused);
    if (wanted.test(focused.spoken)) return passed;
  }
  throw new Error(`Tab never came to ${wanted}: ${passed.map(({ spoken }) => spoken).join(", ")}`);
}
