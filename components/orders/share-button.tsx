"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";

import { copiedMs, sharePage } from "@/components/share/share-page";
import { Button } from "@/components/ui/button";

type ShareButtonProps = {
  /** The page that is shared: the draw's own, never that of an order. */
  path: string;
  title: string;
  /** Where the address stands in words, for a browser that can neither share nor copy. */
  posterPath: string;
  icon: ReactNode;
  /** What the button says. */
  words: string;
};

/** Hands the draw on by the device's own sheet, or copies its address and says so. */
export function ShareButton({ path, title, posterPath, icon, words }: ShareButtonProps) {
  const t = useTranslations("share");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function share() {
    try {
      setCopied((await sharePage(path, title)) === "copied");
    } catch {
      location.assign(posterPath);
    }
  }

  return (
    <Button onClick={share}>
      {icon}
      <span aria-live="polite">{isCopied ? t("copied") : words}</span>
    </Button>
  );
}
