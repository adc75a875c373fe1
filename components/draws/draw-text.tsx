import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

type DrawTextProps = { text: LocalText; locale: Language };

export function DrawText({ text, locale }: DrawTextProps) {
  const local = localText(text, locale);
  return local.lang && local.lang !== locale ? <span lang={htmlLanguage(local.lang)}>{local.text}</span> : local.text;
}

/** Words of up to so many letters ("de", "the") do not end a line of a title. */
const shortWord = 3;

export function DrawTitle({ text, locale }: DrawTextProps) {
  const keepShort = (title: string) =>
    title
      .split(" ")
      .map((word, at, all) => word + (at === all.length - 1 ? "" : word.length <= shortWord ? "\u00a0" : " "))
      .join("");
  const boundText =
    typeof text === "string" ? keepShort(text) : { en: keepShort(text.en), fr: text.fr && keepShort(text.fr) };
  return <DrawText text={boundText} locale={locale} />;
}

function numberedLines(paragraph: string): { value: number; words: string }[] | null {
  const lines = paragraph.trim().split("\n");
  const matches = lines.map((line) => /^(\d{1,3})\. +(\S.*)$/.exec(line.trim()));
  if (lines.length < 2 || matches.includes(null)) return null;
  return matches.map((line) => ({ value: Number(line?.[1]), words: line?.[2] ?? "" }));
}

const listClass = "grid list-decimal gap-1.5 text-pretty pl-6 marker:tabular-nums md:*:break-inside-avoid";

export function DrawParagraphs({ text, locale }: DrawTextProps) {
  const local = localText(text, locale);
  const lang = local.lang && local.lang !== locale ? htmlLanguage(local.lang) : undefined;
  const paragraphs = local.text.split(/\n{2,}/).filter((paragraph) => paragraph.trim());
  return paragraphs.map((paragraph) => {
    const numbered = numberedLines(paragraph);
    if (!numbered) {
      return (
        <p key={paragraph} lang={lang} className="whitespace-pre-line text-pretty">
          {paragraph}
        </p>
      );
    }
    return (
      <ol key={paragraph} lang={lang} className={listClass}>
        {numbered.map(({ value, words }) => (
          <li key={`${value} ${words}`} value={value}>
            {words}
          </li>
        ))}
      </ol>
    );
  });
}

const timeOfDay = / (?=(?:at|à)\s(?:\d|noon|midi))/;

export function DateWords({ words }: { words: string }) {
  const [date, time] = words.split(timeOfDay);
  if (!date || !time) return words;
  return (
    <>
      <span className="inline-block">{date}</span> <span className="inline-block">{time}</span>
    </>
  );
}
