// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it } from "vitest";

import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { useProblemText } from "./field-problems";

type ProblemDraw = Parameters<typeof useProblemText>[0];

function getText(locale: "en" | "fr", draw: Partial<ProblemDraw>): string | null {
  const problemDraw: ProblemDraw = { addOns: [], placeRule: "residence", places: ["ON"], provinces: ["ON"], ...draw };
  const { result } = renderHook(() => useProblemText(problemDraw, { location: "must-accept" }), {
    wrapper: ({ children }) => (
      <NextIntlClientProvider locale={locale} messages={{ en: english, fr: french }[locale]} timeZone="America/Toronto">
        {children}
      </NextIntlClientProvider>
    ),
  });
  return result.current("location");
}

describe("a place that was not confirmed", () => {
  it("is asked for in the words of the draw's own rule", () => {
    expect(getText("en", {})).toBe("Confirm that you live in Ontario and are in Ontario now.");
    expect(getText("fr", {})).toBe("Confirmez que vous habitez en Ontario et que vous vous y trouvez actuellement.");
    expect(getText("en", { placeRule: "location", places: ["ON", "QC"] })).toBe(
      "Confirm that you’re in Ontario or in Quebec now.",
    );
    expect(getText("fr", { placeRule: "residenceApart", places: ["QC"] })).toBe(
      "Confirmez que vous habitez en Ontario et que vous êtes actuellement au Québec.",
    );
  });
});
