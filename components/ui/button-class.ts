/** A view has one `primary` button with `secondary` ones beside it. `quiet` is for rare actions. */
export type ButtonVariant = "primary" | "secondary" | "quiet";

export type ButtonSize = "medium" | "large";

/** For a link that looks like a button (`app/styles`). For a `<button>`, use `Button`. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "medium"): string {
  return size === "large" ? `button ${variant} large` : `button ${variant}`;
}
