"use client";

import { useLocale, useTranslations } from "next-intl";
import { Fragment } from "react";
import { TestMark } from "@/components/draws/test-mark";
import { scheduleOf } from "@/lib/draws/rules";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { htmlLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalDraw } from "@/lib/terminal/client";

/** Where a draw stands: until when it sells, from when, or why it doesn't. */
export function useStateWords({ draw, live }: TerminalDraw): string {
  const t = useTranslations("home");
  const stops = useTranslations("live.stops");
  const { opensAt, closesAt } = scheduleOf(draw);
  const locale = useLocale();
  const date = (at: Date) => formatInstant(at, locale, draw.timeZone, "stamp");
  if (draw.state.time_state === "Not Started") return t("opens", { date: date(opensAt) });
  if (draw.state.time_state === "Ended") return t("closed");
  return live.reason ? stops(`${live.reason}.title`) : t("closes", { date: date(closesAt) });
}

/** Words in which no name breaks at its hyphens, as "Merry-go-round", unless it has no room on a line of its own. */
function WholeWords({ children }: { children: string }) {
  return children.split(" ").map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words keep their places
    <Fragment key={at}>
      {at > 0 ? " " : ""}
      {/\p{L}-\p{L}/u.test(word) ? <span className="inline-block">{word}</span> : word}
    </Fragment>
  ));
}

/** A text of a draw in which no name breaks at its hyphens; another language than the page's is marked. */
export function WholeText({ text }: { text: LocalText }) {
  const locale = useLocale();
  const found = localText(text, locale);
  const words = <WholeWords>{found.text}</WholeWords>;
  return found.lang && found.lang !== locale ? <span lang={htmlLanguage(found.lang)}>{words}</span> : words;
}

/** The title of a draw, marked if it is a test. */
export function DrawTitle({ draw }: Pick<TerminalDraw, "draw">) {
  const t = useTranslations("home");
  return (
    <>
      {draw.isTestDraw ? <TestMark label={t("testMark")} className="mr-2" /> : null}
      <WholeText text={draw.title} />
    </>
  );
}

/** The ways to the orders of a draw. */
export function OrderLinks({ draw }: Pick<TerminalDraw, "draw">) {
  const t = useTranslations("terminal.home");
  const locale = useLocale();
  return (["recent", "unfinalized"] as const).map((name) => (
    <a
      key={name}
      href={localizedPath(locale, `/terminal/${name}-orders?instanceId=${encodeURIComponent(draw.id)}`)}
      className="relative inline-flex min-h-11 items-center font-medium text-sm underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {t(name)}
    </a>
  ));
}
