import type { ReactNode } from "react";

type CheckoutStepProps = { id: string; number: number; title: string; children: ReactNode };

/** One part of the purchase. Its heading can take focus by script. */
export function CheckoutStep({ id, number, title, children }: CheckoutStepProps) {
  return (
    <section aria-labelledby={id} className={number === 1 ? "part" : "part next"}>
      <h3 id={id} tabIndex={-1} className="part-title">
        <i aria-hidden="true" className="tabular">
          {number}
        </i>
        <span>{title}</span>
      </h3>
      {children}
    </section>
  );
}
