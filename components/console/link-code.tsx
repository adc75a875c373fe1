"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { QrCode } from "@/components/ui/qr-code";

type LinkCodeProps = { link: string; label: string };

/** A link as a QR code, and a button that copies it. */
export function LinkCode({ link, label }: LinkCodeProps) {
  const t = useTranslations("console.link");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Without the right to write there, the link can still be read from the QR code.
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrCode text={link} label={label} className="aspect-square w-40 max-w-full rounded-control" />
      <Button variant="secondary" onClick={copy}>
        {t(isCopied ? "copied" : "copy")}
      </Button>
    </div>
  );
}
