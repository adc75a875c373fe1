/**
 * Focuses after the next render, so that screen readers read the new words. A busy page may render a few frames later.
 */
export function focusId(id: string, framesLeft = 10): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (framesLeft > 0) focusId(id, framesLeft - 1);
  });
}
