// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { DateWords, DrawParagraphs } from "./draw-text";

function show(text: string): string {
  return render(<DrawParagraphs text={{ en: text }} locale="en" />).container.innerHTML;
}

it("makes a list of lines that all begin with a number, and keeps their numbers", () => {
  expect(show("1. Buy.\n3. Win.")).toBe('<ol class="numbered"><li value="1">Buy.</li><li value="3">Win.</li></ol>');
});

it.each(["1. One line alone.", "1. Buy.\nOr do not.", "Call\n1.5 times"])(
  "leaves other lines as they are: %s",
  (text) => {
    expect(show(text)).toBe(`<p class="lines">${text}</p>`);
  },
);

it.each([
  ["Draw on Sunday, December 6 at 11:00\u00a0a.m. EST", ["Draw on Sunday, December 6", "at 11:00\u00a0a.m. EST"]],
  ["Tirage le dimanche 6 décembre à 11\u00a0h HNE", ["Tirage le dimanche 6 décembre", "à 11\u00a0h HNE"]],
])("lets the time begin a second line, and changes no word: %s", (words, parts) => {
  const { container } = render(<DateWords words={words} />);
  expect([...container.children].map(({ textContent }) => textContent)).toEqual(parts);
  expect(container.textContent).toBe(words);
});

it("leaves words without a time of day as they are", () => {
  expect(render(<DateWords words="December 6, 2026" />).container.innerHTML).toBe("December 6, 2026");
});
