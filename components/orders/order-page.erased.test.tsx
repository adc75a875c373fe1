// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";
import type { OrderView } from "@/lib/orders/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { fakeOrder } from "@/tests/support/views/fake-order";
import { ErasedNotice } from "./order-page";

afterEach(cleanup);

const [line] = fakeOrder().lines;

function getText(locale: "en" | "fr", order: Partial<OrderView>): string | null {
  const messages = locale === "en" ? english : french;
  const { container } = render(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="America/Toronto">
      <ErasedNotice order={fakeOrder(order)} />
    </NextIntlClientProvider>,
  );
  return container.textContent;
}

describe("the notice of an order whose buyer was erased", () => {
  it.each(["en", "fr"] as const)("says so in %s, and nothing for any other order", (locale) => {
    const { erased, erasedText } = (locale === "en" ? english : french).order;
    expect(getText(locale, { isErased: true, lines: line ? [line] : [] })).toBe(erased + erasedText);
    expect(getText(locale, { isErased: false })).toBe("");
  });

  it.each(["en", "fr"] as const)("says in %s that one that nobody tried to pay has no details any more", (locale) => {
    const { shrunk, shrunkText } = (locale === "en" ? english : french).order;
    expect(getText(locale, { isErased: true, lines: [] })).toBe(shrunk + shrunkText);
  });
});
