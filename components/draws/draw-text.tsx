import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

type DrawTextProps = { text: LocalText; locale: Language };

/** A text of the draw in the page's language; a fallback says which language it really is in. */
export function DrawText({ text, locale }: DrawTextProps) {
  const found = localText(text, locale);
  return found.lang && found.lang !== locale ? <span lang={htmlLanguage(found.lang)}>{found.text}</span> : found.text;
}

/** The same for a text of several lines: an empty line parts paragraphs, a single break stays a break. */
export function DrawParagraphs({ text, locale }: DrawTextProps) {
  const found = localText(text, locale);
  const lang = found.lang && found.lang !== locale ? htmlLanguage(found.lang) : undefined;
  return found.text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => (
      <p key={paragraph} lang={lang} className="lines">
        {paragraph}
      </p>
    ));
}
