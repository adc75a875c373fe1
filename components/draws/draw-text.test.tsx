// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { DrawParagraphs } from "./draw-text";

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
