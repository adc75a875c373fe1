import type { Page } from "playwright/test";

/** The focused element: role and name, top in px, and if it is visible and has a focus ring. */
export type Focused = { spoken: string; top: number; isSeen: boolean; isRinged: boolean };

export async function readFocused(page: Page): Promise<Focused> {
  return { spoken: await spokenFocus(page), ...(await page.evaluate(readFocus)) };
}

/** Presses Tab until the focused element matches. Returns every element on the way, including that one. */
export async function tabTo(page: Page, wanted: RegExp, most = 30): Promise<Focused[]> {
  const passed: Focused[] = [];
  while (passed.length < most) {
    await page.keyboard.press("Tab");
    const focused = await waitForFocus(page);
    passed.push(focused);
    if (wanted.test(focused.spoken)) return passed;
  }
  throw new Error(`Tab never came to ${wanted}: ${passed.map(({ spoken }) => spoken).join(", ")}`);
}

/** A bar at the bottom must not cover it. The ring may be on its label or box. */
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

async function spokenFocus(page: Page): Promise<string> {
  const frame = await page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
  const isFrame = await page.evaluate(() => document.activeElement?.tagName === "IFRAME");
  const place = isFrame ? page.frameLocator(`iframe[name="${frame}"]`) : page;
  const [first = ""] = (await place.locator("*:focus").ariaSnapshot()).split("\n");
  return first.replace(/^- /, "").replace(/:$/, "");
}

/** Waits for the focus style, because a card field reports its focus to the page from a frame. */
async function waitForFocus(page: Page): Promise<Focused> {
  for (let look = 0; look < 20; look += 1) {
    const focused = await readFocused(page);
    if (focused.isRinged) return focused;
    await page.waitForTimeout(50);
  }
  return readFocused(page);
}
