"use client";

import { useTranslations } from "next-intl";
import { LinkCode } from "@/components/console/link-code";
import { Notice } from "@/components/ui/notice";
import type { InvitedPerson } from "@/lib/people/client";

export type Invited = InvitedPerson & { name: string; email: string };

/** The link, as text and QR code, is shown only this once. */
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
      <LinkCode link={link} label={t("qr", { name })} />
    </Notice>
  );
}
