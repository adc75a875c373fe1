export const copiedMs = 3000;

export type ShareOutcome = "shared" | "copied" | "closed";

/** Uses the device's share sheet, otherwise the clipboard. Throws without either. */
export async function sharePage(path: string, title: string): Promise<ShareOutcome> {
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

async function shareLink(link: HTMLAnchorElement): Promise<void> {
  const outcome = await sharePage(link.pathname.replace(/\/poster$/, ""), document.title);
  const label = link.querySelector("span");
  const copiedLabel = link.dataset.share ?? "";
  if (outcome !== "copied" || !label || label.textContent === copiedLabel) return;
  const originalLabel = label.textContent;
  label.textContent = copiedLabel;
  setTimeout(() => {
    label.textContent = originalLabel;
  }, copiedMs);
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-share]") : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  shareLink(link).catch(() => location.assign(link.href));
}

/** Handles all `ShareLink`s of the document. Safe to call twice. */
export function watchShares(): void {
  document.addEventListener("click", onClick);
}
