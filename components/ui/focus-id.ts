/** Moves the focus to an element, after the page is drawn again, so that what is read out includes the new words. */
export function focusId(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
