/** One `primary` in a view, `secondary` beside it, `quiet` for rare actions. */
export type ButtonVariant = "primary" | "secondary" | "quiet";

/** `medium` 48 px, `large` 60 px. */
export type ButtonSize = "medium" | "large";

/** For a link that looks like a button (app/parts.css); a `<button>` is `Button`. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "medium"): string {
  return size === "large" ? `button ${variant} large` : `button ${variant}`;
}
