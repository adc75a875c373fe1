import type { Page } from "playwright/test";

type Listening = { heard: string[] };

export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(listen);
}

export function announcementsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as never as Listening).heard);
}

/** Records what a screen reader announces by itself: alerts, and text added to an existing live region. */
function listen(): void {
  const regions =
    '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';
  const announcements: string[] = [];
  const texts = new Map<Element, string>();
  Object.assign(window, { heard: announcements } satisfies Listening);
  const wordsOf = (region: Element) => (region as HTMLElement).innerText.replace(/\s+/g, " ").trim();
  const visibleRegions = () => [...document.querySelectorAll(regions)].filter((region) => region.checkVisibility());
  const look = () => {
    for (const region of visibleRegions()) {
      const words = wordsOf(region);
      const isTold = texts.has(region) || region.getAttribute("role") === "alert";
      if (isTold && words !== "" && words !== texts.get(region)) announcements.push(words);
      texts.set(region, words);
    }
  };
  window.addEventListener("load", () => {
    for (const region of visibleRegions()) texts.set(region, wordsOf(region));
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
}
