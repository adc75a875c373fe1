import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

type DrawTextProps = { text: LocalText; locale: Language };

export function DrawText({
  text,
  locale,
  format = (value) => value,
}: DrawTextProps & { format?: typeof bindShortWords }) {
  const { text: localizedText, lang } = localText(text, locale);
  return lang && lang !== locale ? (
    <span lang={htmlLanguage(lang)}>{format(localizedText)}</span>
  ) : (
    format(localizedText)
  );
}

/** In letters. Short words ("de", "the") don't end a line of a title. */
const maxShortWordLength = 3;

function bindShortWords(title: string): string {
  return title
    .split(" ")
    .map(
      (word, index, all) => word + (index === all.length - 1 ? "" : word.length <= maxShortWordLength ? "\u00a0" : " "),
    )
    .join("");
}

export function DrawTitle({ text, locale }: DrawTextProps) {
  return <DrawText text={text} locale={locale} format={bindShortWords} />;
}

function findNumberedLines(paragraph: string): { value: number; text: string }[] | null {
  const lines = paragraph.trim().split("\n");
  const matches = lines.map((line) => /^(\d{1,3})\. +(\S.*)$/.exec(line.trim()));
  if (lines.length < 2 || matches.includes(null)) return null;
  return matches.map((line) => ({ value: Number(line?.[1]), text: line?.[2] ?? "" }));
}

const listClass = "grid list-decimal gap-1.5 text-pretty pl-6 marker:tabular-nums md:*:break-inside-avoid";

export function DrawParagraphs({ text, locale }: DrawTextProps) {
  const local = localText(text, locale);
  const lang = local.lang && local.lang !== locale ? htmlLanguage(local.lang) : undefined;
  const paragraphs = local.text.split(/\n{2,}/).filter((paragraph) => paragraph.trim());
  return paragraphs.map((paragraph) => {
    const numberedLines = findNumberedLines(paragraph);
    if (!numberedLines) {
      return (
        <p key={paragraph} lang={lang} className="whitespace-pre-line text-pretty">
          {paragraph}
        </p>
      );
    }
    return (
      <ol key={paragraph} lang={lang} className={listClass}>
        {numberedLines.map(({ value, text }) => (
          <li key={`${value} ${text}`} value={value}>
            {text}
          </li>
        ))}
      </ol>
    );
  });
}

const timeOfDay = / (?=(?:at|à)\s(?:\d|noon|midi))/;

export function DateText({ text }: { text: string }) {
  const [date, time] = text.split(timeOfDay);
  if (!date || !time) return text;
  return (
    <>
      <span className="inline-block">{date}</span> <span className="inline-block">{time}</span>
    </>
  );
}
