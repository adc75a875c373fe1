"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import type { InvitedPerson } from "@/lib/people/client";

export type Invited = InvitedPerson & { name: string; email: string };

/** What came of an invitation; its link, as text and as a QR code, is shown this once. */
export function InvitationResult({ invited }: { invited: Invited }) {
  const t = useTranslations("console.people");
  const { name, email, link, isMailed, isRegistered } = invited;
  if (link === null && isMailed) return <Notice tone="positive" role="status" title={t("invited", { email })} />;
  if (link === null) {
    return <Notice tone="positive" role="status" title={t(isRegistered ? "noLink" : "elsewhere", { name })} />;
  }
  return (
    <Notice
      tone={isMailed ? "positive" : "warning"}
      role="status"
      title={t(isMailed ? "invited" : "notMailed", { email })}
    >
      <p>{t("linkText", { name })}</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={link} label={t("qr", { name })} className="size-40 rounded-control" />
        <CopyLink link={link} />
      </div>
    </Notice>
  );
}

function CopyLink({ link }: { link: string }) {
  const t = useTranslations("console.people");
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
    <Button variant="secondary" onClick={copy}>
      {t(isCopied ? "copied" : "copy")}
    </Button>
  );
}
