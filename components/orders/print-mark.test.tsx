// @vitest-environment happy-dom

import { act, cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { ZoneProvider } from "@/components/draws/zone-provider";
import { hourMs } from "@/lib/durations";
import { PrintMark } from "./print-mark";

const orderId = "0123456789ABCDEFGHJKMNPQRS";
const marks = () => screen.queryAllByText(/^REPRINT/).map(({ textContent }) => textContent);

function print(): (string | null)[] {
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  return marks();
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

function inPage(locale: "en" | "fr", mark: ReactNode) {
  return (
    <NextIntlClientProvider locale={locale} messages={{}} timeZone="UTC">
      <ZoneProvider zone={{ timeZone: "America/Toronto" }}>{mark}</ZoneProvider>
    </NextIntlClientProvider>
  );
}

function Confirmation() {
  return inPage("en", <PrintMark mark="REPRINT" originalOrderId={orderId} originalForMs={hourMs} />);
}

it("stamps the paper with the time of printing, in the draw's time zone", () => {
  render(inPage("fr", <PrintMark mark="RÉIMPRESSION" />));
  expect(screen.getByText("RÉIMPRESSION").className).toContain("hidden");
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText(/^RÉIMPRESSION · .* (HNE|HAE)$/)).toBeTruthy();
});

it("leaves the first print right after a purchase unmarked, and marks every later one, also on a page opened later", () => {
  const page = () => render(<Confirmation />);
  page();
  expect(print()).toEqual([]);
  expect(print()).toEqual([expect.stringMatching(/^REPRINT · /)]);
  cleanup();
  page();
  expect(marks()).toEqual(["REPRINT"]);
  expect(print()).toEqual([expect.stringMatching(/^REPRINT · /)]);
});

it("marks every print of a page other than the confirmation", () => {
  render(inPage("en", <PrintMark mark="REPRINT" />));
  expect(print()).toHaveLength(1);
});

it.each([
  ["leaves the first print unmarked until the page was open for an hour", hourMs - 1, []],
  ["marks even the first print from then on", hourMs, [expect.stringMatching(/^REPRINT · /)]],
])("%s, whatever the browser's clock says", (_what, openMs, printed) => {
  vi.useFakeTimers({ now: new Date("2001-01-01T00:00:00Z"), toFake: ["Date"] });
  render(<Confirmation />);
  vi.setSystemTime(Date.now() + openMs);
  expect(print()).toEqual(printed);
});
