import type { ReactNode } from "react";

import { Icon } from "./icon";

type FieldProps = {
  /** The control's id, from which the ids of hint and error are derived. */
  id: string;
  label: ReactNode;
  note?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
};

/** For a text field, a select and a hosted card field: 48 px, outlined 3:1, red while `aria-invalid`. */
export const controlClass = "control";

export function controlProps(id: string, described: { hint?: ReactNode; error?: ReactNode }) {
  const describedBy = [described.error ? `${id}-error` : "", described.hint ? `${id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id,
    "aria-invalid": described.error ? (true as const) : undefined,
    "aria-describedby": describedBy || undefined,
  };
}

export function Field({ id, label, note, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {note ? <small>{note}</small> : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="problem">
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
