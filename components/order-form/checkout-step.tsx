import type { ReactNode } from "react";

type CheckoutStepProps = { id: string; number: number | null; title: string; children: ReactNode };

/** One part of the purchase; numbered while there are several. Its heading can take focus by script. */
export function CheckoutStep({ id, number, title, children }: CheckoutStepProps) {
  return (
    <section aria-labelledby={id} className={`px-4 py-5 sm:px-6 sm:py-6 ${number === 1 ? "" : "border-t border-line"}`}>
      <h3 id={id} tabIndex={-1} className="mb-4 flex items-center gap-2.5 text-xl">
        {number === null ? null : (
          <span
            aria-hidden="true"
            className="tabular grid size-7 shrink-0 place-items-center rounded-full bg-ink font-sans text-sm text-surface"
          >
            {number}
          </span>
        )}
        {title}
      </h3>
      {children}
    </section>
  );
}
