// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";

import type { DrawName } from "@/lib/draws/client";
import { drawNamesQuery } from "@/lib/draws/client";
import type { HistoryEntry } from "@/lib/history/rules";
import { currentAdminQuery } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { useChainLabel, useDetailLines, useKindLabel } from "./use-entry-text";

const messages = { en: english, fr: french };

const gala: DrawName = {
  ...{ id: "demo-gala", parentId: "demo-parent", titles: { en: "Gala", fr: "Gala d’hiver" }, salesOpen: false },
  ...{ organization: "Cedar Bay Theatre", opensAt: "2026-11-20T18:00:00Z" },
  ...{ drawsAt: "2026-12-20T18:00:00Z", isTest: false },
};

const admin: CurrentAdmin = {
  ...{
    person: null,
    name: null,
    roles: [{ role: "admin", scope: { kind: "everything" } }],
    rights: ["view", "history"],
  },
  ...{ passkeys: [], sessions: [], freshUntil: null },
};

function callHook<Result>(hook: () => Result, language: Language): Result {
  const queries = new QueryClient();
  queries.setQueryData(currentAdminQuery().queryKey, admin);
  queries.setQueryData(drawNamesQuery().queryKey, [gala]);
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="America/Toronto">
          {children}
        </NextIntlClientProvider>
      </QueryClientProvider>
    ),
  });
  return result.current;
}

const getKindLabel = (language: Language, detail: Record<string, string>) =>
  callHook(useKindLabel, language)({ action: "draw-redefined", detail });

it.each(languages)("a change of the winners alone has a name of its own in %s", (language) => {
  const { history } = messages[language].console;
  const [none, seven, nine] = ["none", "Grand Prize 7", "Grand Prize 9"];
  const winners = (before: string, after: string) =>
    getKindLabel(language, { fields: "winners", winnersBefore: before, winnersAfter: after });
  expect(winners(none, seven)).toBe(history.winnersRecorded);
  expect(winners(seven, nine)).toBe(history.winnersCorrected);
  expect(winners(seven, none)).toBe(history.winnersRemoved);
  const more = { fields: "winners, name", winnersBefore: none, winnersAfter: seven };
  expect(getKindLabel(language, more)).toBe(history.kinds["draw-redefined"]);
});

it("winners that are only added are recorded, and only what replaces a winner is a correction", () => {
  const { winnersRecorded, winnersCorrected, winnersRemoved } = english.console.history;
  const winners = (winnersBefore: string, winnersAfter: string) =>
    getKindLabel("en", { fields: "winners", winnersBefore, winnersAfter });
  const [early, grand] = ["Early Bird 31", "Grand Prize 214"];
  expect(winners(early, `${grand}; ${early}`)).toBe(winnersRecorded);
  expect(winners(`${grand}; ${early}`, grand)).toBe(winnersRemoved);
  expect(winners(early, `${grand}; Early Bird 32`)).toBe(winnersCorrected);
  expect(winners(`${early}; ${grand}`, `${grand}; ${early}`)).toBe(winnersCorrected);
});

it("places have the names that the console gives them elsewhere, whether or not an entry was found", () => {
  const english = callHook(useChainLabel, "en");
  expect(english("parent:demo-parent", null)).toBe("Tablets: Cedar Bay Theatre");
  expect(english("demo-gala", null)).toBe("Gala");
  expect(english("unknown", null)).toBe("unknown");
  expect(callHook(useChainLabel, "fr")("demo-gala", null)).toBe("Gala d’hiver");
});

it.each([
  ["en", "Changed: daily refund limit"],
  ["fr", "Modifié\u00a0: limite de remboursement par jour"],
] as const)("a change of a person's refund limit is named in words in %s", (language, line) => {
  const entry = { action: "person-changed", person: null, device: null, detail: { changed: "refundLimit" } };
  expect(callHook(useDetailLines, language)(entry as unknown as HistoryEntry)).toEqual([line]);
});
