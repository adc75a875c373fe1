import type { LetterKind } from "@/lib/people/rules";
import { getRoleMessageKey, roles } from "@/lib/people/rules.roles";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import type { EmailContent } from "@/lib/receipts/email/rules.content";

/** `detail` is the role, the passkey or the browser that the letter is about, or the link of an invitation. */
export type LetterContent = { kind: LetterKind | "invitation"; detail: string };

export function writeLetter(locale: Language, checkoutHost: string, { kind, detail }: LetterContent): EmailContent {
  const t = findTranslator(locale);
  const host = new URL(checkoutHost).host;
  const isInvitation = kind === "invitation";
  const values = { host, role: translateRole(locale, detail), name: detail || t("console.letters.unnamed") };
  const text = t(`console.letters.${kind}.text`, values);
  return {
    language: locale,
    subject: t(`console.letters.${kind}.subject`, values),
    sender: t("console.product"),
    about: t("console.letters.about", { host }),
    marks: [],
    greeting: "",
    raised: "",
    calendar: null,
    heading: t(`console.letters.${kind}.heading`, values),
    paragraphs: [text, t(isInvitation ? "console.letters.invitation.end" : "console.letters.notYou")],
    button: {
      label: t(isInvitation ? "console.letters.invitation.button" : "console.letters.open"),
      href: isInvitation ? detail : checkoutHost + localizedPath(locale, "/console/account"),
    },
    isTicket: false,
    preview: text,
    ground: null,
    words: null,
    caution: isInvitation ? t("console.letters.invitation.caution") : "",
    keyDates: null,
    parts: [],
    support: [],
    links: [],
    smallPrint: [],
  };
}

function translateRole(locale: Language, detail: string): string {
  const role = roles.find((each) => each === detail);
  return role ? findTranslator(locale)(`console.roles.${getRoleMessageKey(role)}`) : detail;
}
