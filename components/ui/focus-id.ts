/**
 * Moves the focus to the first of some elements that is there, after the page is drawn again, so that what is read out
 * includes the new words.
 */
export function focusId(...ids: string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
    found?.focus();
  });
}
