import type { Page } from "playwright/test";

/** With `heedsMarks`, `translate="no"` is left alone, as browsers do. */
type Translation = { isContinuous: boolean; heedsMarks: boolean };

export async function translateOnce(page: Page): Promise<void> {
  await page.evaluate(translateTexts, { isContinuous: false, heedsMarks: true });
}

/** Also translates everything that the page draws later. */
export async function translateAlways(page: Page, { heedsMarks }: Pick<Translation, "heedsMarks">): Promise<void> {
  await page.addInitScript(
    `addEventListener("DOMContentLoaded", () => (${translateTexts})({ isContinuous: true, heedsMarks: ${heedsMarks} }))`,
  );
}

/** Replaces each text node by two `font` elements, like a browser's translator. The words stay the same. */
function translateTexts({ isContinuous, heedsMarks }: Translation): void {
  const untranslated = `font[data-translated], script, style, noscript${heedsMarks ? ", [translate=no]" : ""}`;
  const isOpen = (text: Text) => text.data.trim() !== "" && text.parentElement?.closest(untranslated) === null;
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(isOpen)) {
      const outer = document.createElement("font");
      outer.dataset.translated = "";
      outer.append(document.createElement("font"));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    }
  };
  translateAll();
  if (!isContinuous) return;
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(translateAll).observe(document.body, changes);
}
