import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

import { Button } from "@/components/ui/button";

type IdleDialogProps = {
  /** Null while nobody is asked. */
  secondsLeft: number | null;
  onStay: () => void;
  onLeave: () => void;
};

/** From here on the seconds are told once more to those who do not see them. */
const lastWarning = 10;

/** Asks whether somebody is still there and counts down; it covers all that a stranger left on the screen. */
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
        {isOpen && secondsLeft <= lastWarning ? t("idleSoon") : ""}
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
