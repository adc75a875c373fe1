import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";

export type PixelTexts = Record<"title" | "text" | "accept" | "decline" | "allowed" | "declined" | "change", string>;

type Choice = "allowed" | "declined";

/** One key per pixel, because consent to one organization is no consent to another. */
function getStorageKey(pixelId: string): string {
  return `tirage-visit-counting-${pixelId}`;
}

function readChoice(pixelId: string): Choice | null {
  try {
    const choice = localStorage.getItem(getStorageKey(pixelId));
    return choice === "allowed" || choice === "declined" ? choice : null;
  } catch {
    return null;
  }
}

function storeChoice(pixelId: string, choice: Choice): void {
  try {
    localStorage.setItem(getStorageKey(pixelId), choice);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

/** A visitor with Global Privacy Control isn't asked. */
function hasGlobalPrivacyControl(): boolean {
  return (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

function Question({ texts, onChoose }: { texts: PixelTexts; onChoose: (choice: Choice) => void }) {
  return (
    <>
      <h2 id="visit-counting" className="font-semibold text-lg">
        {texts.title}
      </h2>
      <p className="text-sm">{texts.text}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <Button variant="secondary" onClick={() => onChoose("declined")}>
          {texts.decline}
        </Button>
        <Button variant="secondary" onClick={() => onChoose("allowed")}>
          {texts.accept}
        </Button>
      </div>
    </>
  );
}

/** The pixel runs in an iframe that sees nothing of the page (docs/decisions/033). */
export function PixelQuestion({ pixelId, texts }: { pixelId: string; texts: PixelTexts }) {
  const [choice, setChoice] = useState<Choice | "unread" | null>("unread");
  useEffect(() => setChoice(hasGlobalPrivacyControl() ? "unread" : readChoice(pixelId)), [pixelId]);
  if (choice === "unread") return null;
  const choose = (next: Choice) => {
    storeChoice(pixelId, next);
    setChoice(next);
  };
  return (
    <section
      aria-label={choice ? texts.title : undefined}
      aria-labelledby={choice ? undefined : "visit-counting"}
      className="mx-auto mb-8 grid max-w-2xl gap-2 rounded-card border border-line bg-raised p-4"
    >
      {choice === null ? (
        <Question texts={texts} onChoose={choose} />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
          <span>{texts[choice]}</span>
          <Button variant="quiet" className="-mr-5" onClick={() => setChoice(null)}>
            {texts.change}
          </Button>
        </p>
      )}
      {choice === "allowed" ? (
        <iframe
          title={texts.title}
          aria-hidden="true"
          tabIndex={-1}
          hidden
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          src={`/pixel.html#${pixelId}`}
        />
      ) : null}
    </section>
  );
}
