"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";

import { copiedMs, sharePage } from "@/components/share/share-page";
import { Button } from "@/components/ui/button";

type ShareButtonProps = {
  path: string;
  title: string;
  posterPath: string;
  icon: ReactNode;
  label: string;
};

export function ShareButton({ path, title, posterPath, icon, label }: ShareButtonProps) {
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
      <span aria-live="polite">{isCopied ? t("copied") : label}</span>
    </Button>
  );
}
