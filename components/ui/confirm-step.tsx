"use client";

import type { ReactNode } from "react";
import { createContext, useContext, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Button } from "./button";
import type { ButtonVariant } from "./button-class";

type ConfirmStepProps = {
  /** Names the step in a row whose open step is chosen outside. */
  id?: string;
  label: string;
  /** The first button's accessible name, if its label alone doesn't say what it acts on. */
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

/** Asks before an action that can't be undone. In a `ConfirmRow`, the question is below the row. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { label, openerName, variant = "primary", isDisabled = false } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const row = useContext(RowContext);
  const [isOpenOutsideRow, setOpenAlone] = useState(false);
  const isOpen = row ? row.openId === id : isOpenOutsideRow;
  const setOpen = (opens: boolean) => (row ? row.setOpenId(opens ? id : null) : setOpenAlone(opens));
  const wasOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isOtherOpen = row !== null && row.openId !== null;
  useEffect(() => {
    if (!isOpen && wasOpen.current && !isOtherOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, isOtherOpen]);

  const question = isOpen ? <Question {...props} isDisabled={isDisabled} onClose={() => setOpen(false)} /> : null;
  if (question && !row) return question;
  return (
    <>
      <Button
        ref={opener}
        variant={variant}
        disabled={isDisabled}
        aria-label={openerName}
        aria-expanded={row ? isOpen : undefined}
        // Aligns the words of a quiet button with the text around it.
        className={variant === "quiet" ? "-mx-5" : ""}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {question && row?.place ? createPortal(question, row.place) : null}
    </>
  );
}

type Row = { openId: string | null; setOpenId: (id: string | null) => void; place: HTMLElement | null };

const RowContext = createContext<Row | null>(null);

type ConfirmRowProps = {
  children: ReactNode;
  /** The step that is open, if this is chosen outside, and what opens or closes one. */
  chosen?: Pick<Row, "openId" | "setOpenId">;
};

/** Buttons side by side. One question at a time opens below them, as wide as the row. */
export function ConfirmRow({ children, chosen }: ConfirmRowProps) {
  const [ownOpenId, setOwnOpenId] = useState<string | null>(null);
  const { openId, setOpenId } = chosen ?? { openId: ownOpenId, setOpenId: setOwnOpenId };
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-3">
        <RowContext value={{ openId, setOpenId, place }}>{children}</RowContext>
      </div>
      <div ref={setPlace} className="empty:hidden" />
    </div>
  );
}

type QuestionProps = ConfirmStepProps & { onClose: () => void };

function Question({ question, explanation, yes, no, busy, isDisabled, onYes, onClose, children }: QuestionProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  const area = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  useEffect(() => {
    area.current?.scrollIntoView({ block: "nearest" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const confirm = async () => {
    if ((await onYes()) === true) onClose();
  };
  return (
    <fieldset
      ref={area}
      aria-labelledby={id}
      className="grid scroll-my-4 gap-3 rounded-control border-2 border-line-strong bg-raised p-4 *:max-w-2xl"
    >
      <div>
        <p id={id} ref={heading} tabIndex={-1} className="font-bold text-lg leading-snug">
          {question}
        </p>
        {explanation ? <p className="mt-1">{explanation}</p> : null}
      </div>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={isDisabled} onClick={confirm}>
          {yes}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {no}
        </Button>
      </div>
    </fieldset>
  );
}
