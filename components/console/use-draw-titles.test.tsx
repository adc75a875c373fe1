// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";

import type { DrawName } from "@/lib/draws/client";
import type { Language } from "@/lib/platform/i18n/routing";
import { useDrawOptions } from "./use-draw-titles";

function getLabels(language: Language, draws: readonly DrawName[]): string[] {
  const { result } = renderHook(() => useDrawOptions(), {
    wrapper: ({ children }) => (
      <NextIntlClientProvider locale={language} messages={{}} timeZone="America/Toronto">
        {children}
      </NextIntlClientProvider>
    ),
  });
  return result.current(draws).map(({ label }) => label);
}

const draw = (id: string, titles: DrawName["titles"], salesOpen: boolean, month: number): DrawName => ({
  ...{ id, titles, salesOpen, parentId: "arena", organization: "" },
  opensAt: new Date(Date.UTC(2026, month)).toISOString(),
  drawsAt: new Date(Date.UTC(2026, month + 1)).toISOString(),
  isTest: false,
});

it("draws are named in the page's language, those on sale first, then the newest", () => {
  const draws = [
    draw("old", { en: "Old", fr: "Ancien" }, false, 1),
    draw("new", { en: "New", fr: "Nouveau" }, false, 5),
    draw("open", { en: "Open", fr: "Ouvert" }, true, 3),
  ];
  expect(getLabels("en", draws)).toEqual(["Open", "New", "Old"]);
  expect(getLabels("fr", draws)).toEqual(["Ouvert", "Nouveau", "Ancien"]);
});

it("draws of the same title have their ids behind it", () => {
  expect(
    getLabels("en", [draw("a", "Gala", true, 2), draw("b", "Gala", true, 1), draw("c", "Derby", true, 0)]),
  ).toEqual(["Gala (a)", "Gala (b)", "Derby"]);
});
