/** Weight of an action: one `primary` in a view, `secondary` beside it, `quiet` for what is rarely used. */
export type ButtonVariant = "primary" | "secondary" | "quiet";

/** Height of a target: `medium` 48 px, `large` 60 px. */
export type ButtonSize = "medium" | "large";

/** Classes of an action (app/parts.css), for a link that looks like a button; a `<button>` takes `Button`. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "medium"): string {
  return size === "large" ? `button ${variant} large` : `button ${variant}`;
}
