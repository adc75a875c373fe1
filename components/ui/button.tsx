import type { ComponentProps } from "react";
import type { ButtonSize, ButtonVariant } from "./button-class";
import { buttonClass } from "./button-class";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  busy?: boolean;
};

const spinnerClass = "size-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent";

function Spinner() {
  return <span aria-hidden="true" className={spinnerClass} />;
}

/**
 * Stays focusable while `busy`, because a screen reader would lose its place otherwise. The children have their own
 * element, because React couldn't insert the spinner beside text that a browser has translated.
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
