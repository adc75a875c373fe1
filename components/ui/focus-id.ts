/** After the next render, so that new words are read out. */
export function focusId(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
