"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { Button } from "./button";

type CopyButtonProps = { text: string; label: string };

/** Shows the result beside the button. The text must also be on the page, because some browsers refuse to copy. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useTranslations("copy");
  const [outcome, setOutcome] = useState<{ text: string; isCopied: boolean } | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ text, isCopied: true });
    } catch {
      setOutcome({ text, isCopied: false });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" onClick={copy}>
        {label}
      </Button>
      <p role="status">{outcome?.text === text ? t(outcome.isCopied ? "copied" : "failed") : null}</p>
    </div>
  );
}
