import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";

type IdleDialogProps = {
  secondsLeft: number | null;
  onStay: () => void;
  onLeave: () => void;
};

const lastWarningSeconds = 10;

export function IdleDialog({ secondsLeft, onStay, onLeave }: IdleDialogProps) {
  const t = useTranslations("kiosk");
  const element = useRef<HTMLDialogElement>(null);
  const isOpen = secondsLeft !== null;
  useEffect(() => {
    const dialog = element.current;
    if (!isOpen || !dialog) return;
    dialog.showModal();
    return () => dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
      className="m-auto w-full max-w-lg rounded-card border border-line bg-raised p-6 text-ink backdrop:bg-surface sm:p-8"
    >
      <h2 id="idle-title" className="text-3xl">
        {t("idleTitle")}
      </h2>
      <p id="idle-text" className="mt-3 text-lg">
        {t("idleText")}
      </p>
      <p role="timer" className="tabular mt-4 font-bold font-display text-2xl">
        {t("idleLeft", { seconds: secondsLeft ?? 0 })}
      </p>
      <p role="status" className="sr-only">
        {isOpen && secondsLeft <= lastWarningSeconds ? t("idleSoon") : ""}
      </p>
      <div className="mt-6 grid gap-3">
        <Button size="large" onClick={onStay}>
          {t("idleStay")}
        </Button>
        <Button size="large" variant="secondary" onClick={onLeave}>
          {t("startOver")}
        </Button>
      </div>
    </dialog>
  );
}

/** The dialog waits this long for an answer. WCAG 2.2.1 requires at least 20 s. */
const answerMs = 30_000;
const tickMs = 500;
const inputEvents = ["pointerdown", "keydown", "input", "wheel", "touchmove"] as const;

type IdleOptions = {
  timeoutMs: number;
  isPaused: boolean;
  waitsForInput: boolean;
  onOver: () => void;
};

/** `secondsLeft` is null until the dialog opens. `noteInput` must be called on each input. */
type Idle = { secondsLeft: number | null; noteInput: () => void };

export function useIdle({ timeoutMs, isPaused, waitsForInput, onOver }: IdleOptions): Idle {
  const lastInputAt = useRef(0);
  const [hasStarted, setStarted] = useState(!waitsForInput);
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  const isDialogOpen = askedAt !== null;

  const noteInput = useCallback(() => {
    lastInputAt.current = performance.now();
    setStarted(true);
    setAskedAt(null);
  }, []);

  useEffect(() => {
    // While the dialog is open, only its buttons count. Otherwise a stray touch would keep a buyer's data on the
    // screen.
    if (isDialogOpen) return;
    const options = { capture: true, passive: true };
    for (const type of inputEvents) window.addEventListener(type, noteInput, options);
    return () => {
      for (const type of inputEvents) window.removeEventListener(type, noteInput, options);
    };
  }, [isDialogOpen, noteInput]);

  useEffect(() => {
    setAskedAt(null);
    lastInputAt.current = performance.now();
    if (isPaused || !hasStarted) return;
    const timer = setInterval(() => {
      const at = performance.now();
      setNow(at);
      if (at - lastInputAt.current >= timeoutMs) setAskedAt((current) => current ?? at);
    }, tickMs);
    return () => clearInterval(timer);
  }, [isPaused, hasStarted, timeoutMs]);

  const leftMs = askedAt === null ? answerMs : askedAt + answerMs - now;
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);

  return { secondsLeft: isDialogOpen ? Math.max(0, Math.ceil(leftMs / 1000)) : null, noteInput };
}
