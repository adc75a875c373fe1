// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { ErasedNotice } from "./erased-notice";

afterEach(cleanup);

function textOf(locale: "en" | "fr", isErased: boolean): string | null {
  const messages = locale === "en" ? english : french;
  const { container } = render(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="America/Toronto">
      <ErasedNotice order={{ isErased }} />
    </NextIntlClientProvider>,
  );
  return container.textContent;
}

describe("the notice of an order whose buyer was erased", () => {
  it.each(["en", "fr"] as const)("says so in %s, and nothing for any other order", (locale) => {
    const { erased, erasedText } = (locale === "en" ? english : french).order;
    expect(textOf(locale, true)).toBe(erased + erasedText);
    expect(textOf(locale, false)).toBe("");
  });
});
