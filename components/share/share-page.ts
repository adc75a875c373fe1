/** How long what shares a page says that its address was copied, in ms. */
export const copiedMs = 3000;

/** What became of a page's address: given to the device's own sheet, copied, or neither, as the sheet was closed. */
export type Shared = "shared" | "copied" | "closed";

/** Hands a page on: by the device's sheet where there is one, else by the clipboard. Throws where it has neither. */
export async function sharePage(path: string, title: string): Promise<Shared> {
  const url = new URL(path, location.origin).href;
  if (!navigator.share) {
    await navigator.clipboard.writeText(url);
    return "copied";
  }
  try {
    await navigator.share({ title, url });
    return "shared";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return "closed";
    await navigator.clipboard.writeText(url);
    return "copied";
  }
}

/** A link to a draw's poster shares the draw, which stands one step above. */
async function shareLink(link: HTMLAnchorElement): Promise<void> {
  const outcome = await sharePage(link.pathname.replace(/\/poster$/, ""), document.title);
  const words = link.querySelector("span");
  const copied = link.dataset.share ?? "";
  if (outcome !== "copied" || !words || words.textContent === copied) return;
  const usual = words.textContent;
  words.textContent = copied;
  setTimeout(() => {
    words.textContent = usual;
  }, copiedMs);
}

/** A press on a link that shares; a new tab, or one that nothing can be shared from, gets the page that it leads to. */
function onPress(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-share]") : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  shareLink(link).catch(() => location.assign(link.href));
}

/** Has the links of this document share (`ShareLinks`), which stand still in it; once more changes nothing. */
export function watchShares(): void {
  document.addEventListener("click", onPress);
}
