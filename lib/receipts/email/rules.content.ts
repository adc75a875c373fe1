import type { BackgroundColors } from "@/lib/draws/pages/rules.color";
import type { Language } from "@/lib/platform/i18n/routing";
import type { PaperDate, PaperLine, PaperLink, PaperPart } from "@/lib/receipts/paper/rules.parts";

/** An email before it becomes HTML or plain text. Texts are unescaped, and buyers wrote some of them. */
export type EmailContent = {
  language: Language;
  subject: string;
  sender: string;
  about: string;
  marks: string[];
  greeting: string;
  heading: string;
  paragraphs: string[];
  raised: string;
  button: PaperLink;
  /** A calendar file. Null if no date lies ahead. */
  calendar: PaperLink | null;
  isTicket: boolean;
  /** The preview in a list of emails. If it is empty, mail programs show the first words of the body. */
  preview: string;
  /** The charity's colours: for a filled area (`ground`), and for words on light and dark paper. */
  ground: BackgroundColors | null;
  words: { light: string; dark: string } | null;
  caution: string;
  /** Null if no date is known, or the email is not about dates. */
  keyDates: { title: string; dates: PaperDate[] } | null;
  parts: PaperPart[];
  support: PaperLine[];
  links: PaperLink[];
  smallPrint: PaperLine[];
};
