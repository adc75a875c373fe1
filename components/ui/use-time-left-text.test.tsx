// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { useTimeLeftText } from "./use-time-left-text";

function textIn(locale: "en" | "fr") {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : fr} timeZone="America/Toronto">
      {children}
    </NextIntlClientProvider>
  );
  return renderHook(() => useTimeLeftText(), { wrapper }).result.current;
}

it.each([
  [899_000, "14m 59s", "14 min 59 s"],
  [545_000, "9m 05s", "9 min 05 s"],
  [60_000, "1m 00s", "1 min 00 s"],
  [59_999, "59s", "59 s"],
  [0, "0s", "0 s"],
])("%i ms are %s, in French %s, on one line", (ms, english, french) => {
  expect(textIn("en")(ms)).toBe(english.replaceAll(" ", "\u00a0"));
  expect(textIn("fr")(ms)).toBe(french.replaceAll(" ", "\u00a0"));
});

it("never exceeds the hold of 15 minutes, whose time is rounded to the second", () => {
  const reservedAt = Date.parse("2026-11-20T15:00:00.950Z");
  const dated = Date.parse("2026-11-20T15:00:00Z");
  expect(textIn("en")(reservedAt + 15 * 60_000 - dated)).toBe("15m\u00a000s");
});
