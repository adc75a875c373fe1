import type { ComponentProps } from "react";
import type { ButtonSize, ButtonVariant } from "./button-class";
import { buttonClass } from "./button-class";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: shows a spinner, keeps focus, and swallows presses. */
  busy?: boolean;
};

const spinnerClass = "size-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent";

function Spinner() {
  return <span aria-hidden="true" className={spinnerClass} />;
}

/**
 * A button of 48 px or 60 px height. While `busy` it stays focusable, as a disabled one would lose the reader's place.
 * Its words have an element of their own, or the spinner would find no place beside those that a translator moved.
 */
export function Button({ variant, size, busy = false, className = "", children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(variant, size)} ${className}`}
    >
      {busy ? <Spinner /> : null}
      <span className="contents">{children}</span>
    </button>
  );
}
