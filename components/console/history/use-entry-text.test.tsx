// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";

import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { useKindLabel } from "./use-entry-text";

const messages = { en: english, fr: french };

function kindOf(language: Language, detail: Record<string, string>): string {
  const { result } = renderHook(() => useKindLabel(), {
    wrapper: ({ children }) => (
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="America/Toronto">
        {children}
      </NextIntlClientProvider>
    ),
  });
  return result.current({ action: "draw-redefined", detail });
}

it.each(languages)("a change of the winners alone has a name of its own in %s", (language) => {
  const { history } = messages[language].console;
  const [none, seven, nine] = ["none", "Grand Prize 7", "Grand Prize 9"];
  const winners = (before: string, after: string) =>
    kindOf(language, { fields: "winners", winnersBefore: before, winnersAfter: after });
  expect(winners(none, seven)).toBe(history.winnersRecorded);
  expect(winners(seven, nine)).toBe(history.winnersCorrected);
  expect(winners(seven, none)).toBe(history.winnersRemoved);
  const more = { fields: "winners, name", winnersBefore: none, winnersAfter: seven };
  expect(kindOf(language, more)).toBe(history.kinds["draw-redefined"]);
});
