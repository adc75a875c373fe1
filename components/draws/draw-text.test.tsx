// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { DateText, DrawParagraphs, DrawTitle } from "./draw-text";

function show(text: string): string {
  return render(<DrawParagraphs text={{ en: text }} locale="en" />).container.innerHTML.replaceAll(
    / class="[^"]*"/g,
    "",
  );
}

it("ends no line of a title with a short word", () => {
  const title = { en: "Warm Winter 50/50", fr: "Le 50/50 de la patinoire du canal" };
  const shown = (locale: "en" | "fr") => render(<DrawTitle text={title} locale={locale} />).container.textContent;
  expect(shown("fr")).toBe("Le\u00a050/50 de\u00a0la\u00a0patinoire du\u00a0canal");
  expect(shown("en")).toBe("Warm Winter 50/50");
});

it("makes a list of lines that all begin with a number, and keeps their numbers", () => {
  expect(show("1. Buy.\n3. Win.")).toBe('<ol><li value="1">Buy.</li><li value="3">Win.</li></ol>');
});

it.each(["1. One line alone.", "1. Buy.\nOr do not.", "Call\n1.5 times"])(
  "leaves other lines as they are: %s",
  (text) => {
    expect(show(text)).toBe(`<p>${text}</p>`);
  },
);

it.each(["en", "fr"] as const)("lets the time begin a second line, and changes no word, in %s", (locale) => {
  const text = `Draw: ${formatInstant("2026-12-06T16:00:00Z", locale, "America/Toronto", "dated")}`;
  const { container } = render(<DateText text={text} />);
  const [date = "", time = ""] = [...container.children].map(({ textContent }) => textContent);
  expect(date).toMatch(/(December|décembre|6)$/);
  expect(time).toMatch(/^(at|à)\s11\s?(:00|h)/);
  expect(container.textContent).toBe(text);
});

it("leaves words without a time of day as they are", () => {
  expect(render(<DateText text="December 6, 2026" />).container.innerHTML).toBe("December 6, 2026");
});
