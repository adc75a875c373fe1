"use client";

import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";

import { Button } from "./button";
import type { ButtonVariant } from "./button-class";

type ConfirmStepProps = {
  label: string;
  /** The name of the first button, if its label alone doesn't say what it acts on. */
  openerName?: string;
  variant?: ButtonVariant;
  question: ReactNode;
  explanation?: ReactNode;
  yes: string;
  no: string;
  busy: boolean;
  isDisabled?: boolean;
  /** The question stays until this returns true, or until nothing is left to ask about. */
  onYes: () => unknown;
  children?: ReactNode;
};

/** Asks once more before an action that can't be undone. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { label, openerName, variant = "primary", question, explanation, yes, no, busy, isDisabled = false } = props;
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const heading = useRef<HTMLParagraphElement>(null);
  const area = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) {
      area.current?.scrollIntoView({ block: "nearest" });
      heading.current?.focus({ preventScroll: true });
    } else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) {
    return (
      <Button
        ref={opener}
        variant={variant}
        disabled={isDisabled}
        aria-label={openerName}
        // The words of a quiet button stand in line with the text around it.
        className={variant === "quiet" ? "-mx-5" : ""}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
    );
  }
  const confirm = async () => {
    if ((await props.onYes()) === true) setOpen(false);
  };
  return (
    <fieldset
      ref={area}
      aria-labelledby={id}
      className="grid scroll-my-4 gap-3 rounded-control border-2 border-line-strong bg-raised p-4"
    >
      <div>
        <p id={id} ref={heading} tabIndex={-1} className="font-bold text-lg leading-snug">
          {question}
        </p>
        {explanation ? <p className="mt-1">{explanation}</p> : null}
      </div>
      {props.children}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={isDisabled} onClick={confirm}>
          {yes}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
          {no}
        </Button>
      </div>
    </fieldset>
  );
}
