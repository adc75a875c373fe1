// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it } from "vitest";

import type { Language } from "@/lib/platform/i18n/routing";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { NumberCheck, readNumber } from "./number-check";

const messages = { en, fr };
const won = [
  { number: 214, prize: "Grand prize: half of the pot" },
  { number: 47, prize: "Early bird: a year of pies" },
  { number: 47, prize: "The Canoe Draw, Add-on: a canoe" },
];

function check(typed: string, locale: Language = "en") {
  render(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="America/Toronto">
      <NumberCheck won={won} />
    </NextIntlClientProvider>,
  );
  const words = messages[locale].draw.check;
  const box = screen.getByLabelText(words.label);
  fireEvent.change(box, { target: { value: typed } });
  fireEvent.click(screen.getByRole("button", { name: words.button }));
  return { box, words, status: screen.getByRole("status") };
}

describe("the check of a number", () => {
  it("says what a winning number won", () => {
    expect(check("214").status.textContent).toContain("Number 214 won!Grand prize: half of the pot");
  });

  it("names every prize of a number that won in several draws", () => {
    const { status } = check("#47");
    for (const { prize } of won.slice(1)) expect(status.textContent).toContain(prize);
  });

  it("says that another number wasn't drawn", () => {
    expect(check("215").status.textContent).toContain("Number 215 wasn’t drawn");
  });

  it("says so in French", () => {
    expect(check("215", "fr").status.textContent).toContain("n’a pas été tiré");
  });

  it("asks for digits where there are none, and takes its answer back with the next key", () => {
    const { box, words, status } = check("abc");
    expect(screen.getByText(words.invalid)).toBeTruthy();
    expect([box.getAttribute("aria-invalid"), status.textContent]).toEqual(["true", ""]);
    fireEvent.change(box, { target: { value: "21" } });
    expect([box.getAttribute("aria-invalid"), status.textContent]).toEqual([null, ""]);
  });

  it.each([
    ["214", 214],
    [" No. 214 ", 214],
    ["1 024", 1024],
    ["0047", 47],
    ["", null],
    ["12-34", null],
    ["1234567890", null],
  ])("reads %j as %j", (typed, number) => expect(readNumber(typed)).toBe(number));
});
