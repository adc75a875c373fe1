/** Weight of an action: one `primary` in a view, `secondary` beside it, `quiet` for what is rarely used. */
export type ButtonVariant = "primary" | "secondary" | "quiet";

/** Height of a target: `medium` 48 px, `large` 60 px. */
export type ButtonSize = "medium" | "large";

const shared =
  "inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold leading-tight " +
  "transition-colors duration-150 aria-disabled:cursor-not-allowed disabled:cursor-not-allowed";

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-brand text-on-brand hover:bg-brand-deep active:bg-brand-deep disabled:bg-sunken disabled:text-muted aria-disabled:bg-brand-deep",
  secondary:
    "border border-line-strong bg-raised text-ink hover:border-ink hover:bg-sunken disabled:border-line disabled:text-muted",
  quiet: "text-brand-strong underline decoration-1 underline-offset-4 hover:decoration-2 disabled:text-muted",
};

const sizes: Record<ButtonSize, string> = {
  medium: "min-h-12 px-5 py-2.5 text-base",
  large: "min-h-15 px-6 py-3.5 text-lg",
};

/** Classes of an action, for a link that looks like a button; a `<button>` takes `Button`. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "medium"): string {
  return `${shared} ${variants[variant]} ${sizes[size]}`;
}
