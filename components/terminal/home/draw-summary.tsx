"use client";

import { useLocale, useTranslations } from "next-intl";
import { Fragment } from "react";
import { TestMark } from "@/components/draws/test-mark";
import { Icon } from "@/components/ui/icon";
import { getSchedule } from "@/lib/draws/rules";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { InstantStyle } from "@/lib/platform/i18n/format-instant";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { htmlLanguage, localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalDraw } from "@/lib/terminal/device/client";

type StateText = { text: string; isClosingToday: boolean };

function useStateText({ draw, live }: TerminalDraw): StateText {
  const t = useTranslations("home");
  const tTerminal = useTranslations("terminal.home");
  const tStops = useTranslations("live.stops");
  const { opensAt, closesAt } = getSchedule(draw);
  const locale = useLocale();
  const format = (at: Date, style: InstantStyle) =>
    formatInstant(at, locale, draw.timeZone, style).replaceAll(/\s/g, "\u00a0");
  const createText = (text: string) => ({ text, isClosingToday: false });
  if (draw.state.time_state === "Not Started") return createText(t("opens", { date: format(opensAt, "stamp") }));
  if (draw.state.time_state === "Ended") return createText(t("closed"));
  if (live.reason) return createText(tStops(`${live.reason}.title`));
  if (format(closesAt, "day") !== format(new Date(live.serverTime), "day")) {
    return createText(t("closes", { date: format(closesAt, "stamp") }));
  }
  return { text: tTerminal("closesToday", { time: format(closesAt, "clock") }), isClosingToday: true };
}

const stateClass = "draw-state max-sm:text-[0.8125rem] max-sm:leading-4.5";
const todayClass = `${stateClass} closing-today max-sm:bg-transparent max-sm:p-0`;

export const wideIconClass = "@max-[38rem]:hidden";

export function StateLine(props: TerminalDraw) {
  const { text, isClosingToday } = useStateText(props);
  return (
    <p className={isClosingToday ? todayClass : `${stateClass} hint`}>
      <Icon name="clock" className={`${wideIconClass} size-4`} />
      <span>{text}</span>
    </p>
  );
}

const hyphenatedWord = /\p{L}-\p{L}/u;

function HyphenatedText({ children }: { children: string }) {
  if (!hyphenatedWord.test(children)) return children;
  return children.split(" ").map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words keep their places
    <Fragment key={index}>
      {index > 0 ? " " : ""}
      <span className={hyphenatedWord.test(word) ? "inline-block" : undefined}>{word}</span>
    </Fragment>
  ));
}

export function WholeText({ text }: { text: LocalText }) {
  const locale = useLocale();
  const local = localText(text, locale);
  const content = <HyphenatedText>{local.text}</HyphenatedText>;
  return local.lang && local.lang !== locale ? <span lang={htmlLanguage(local.lang)}>{content}</span> : content;
}

export function DrawTitle({ draw }: Pick<TerminalDraw, "draw">) {
  const t = useTranslations("home");
  return (
    <>
      <WholeText text={draw.title} />
      {draw.isTestDraw ? (
        <>
          {" "}
          <TestMark label={t("testMark")} />
        </>
      ) : null}
    </>
  );
}

const linkClass =
  "relative inline-flex min-h-11 items-center gap-0.5 text-[0.8125rem] text-muted underline-offset-4 " +
  "hover:text-ink hover:underline focus-visible:underline sm:text-sm";

export function OrderLinks({ draw }: Pick<TerminalDraw, "draw">) {
  const t = useTranslations("terminal.home");
  const locale = useLocale();
  return (["recent", "unfinalized"] as const).map((name) => (
    <a
      key={name}
      href={localizedPath(locale, `/terminal/${name}-orders?instanceId=${encodeURIComponent(draw.id)}`)}
      aria-label={t(name)}
      className={linkClass}
    >
      <span className="hidden @max-[38rem]:inline">{t(`short.${name}`)}</span>
      <span className="@max-[38rem]:hidden">{t(name)}</span>
      <Icon name="chevron-down" className="-mr-1 size-3.5 -rotate-90" />
    </a>
  ));
}
