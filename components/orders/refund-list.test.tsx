// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";

import type { RefundView } from "@/lib/orders/rules";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { fakeOrder } from "@/tests/support/views/fake-order";
import { RefundList } from "./refund-list";

afterEach(cleanup);

const at = "2026-11-20T13:00:00Z";
const handed: RefundView = { amount: 4, state: "done", lines: 1, isCash: true, requestedAt: at, doneAt: at };

function getShownText(locale: "en" | "fr", refunds: RefundView[]): string {
  const { container } = render(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : fr} timeZone="America/Toronto">
      <RefundList order={fakeOrder({ status: "refunded", refunds })} locale={locale} timeZone="America/Toronto" />
    </NextIntlClientProvider>,
  );
  return container.textContent ?? "";
}

describe.each([
  ["en", en],
  ["fr", fr],
] as const)("refunded money in %s", (locale, messages) => {
  const { bank, cash } = messages.order.refunds;

  it("in cash was refunded at the point of sale, and appears on no bank statement", () => {
    const shown = getShownText(locale, [handed]);
    expect(shown).toContain(cash);
    expect(shown).not.toContain(bank);
  });

  it("to a card says when the bank confirms it, also for a payment that came too late for a cash sale", () => {
    const returned = { ...handed, isCash: false, lines: 0 };
    expect(getShownText(locale, [returned])).not.toContain(cash);
    cleanup();
    const both = getShownText(locale, [handed, returned]);
    expect([both.includes(cash), both.includes(bank)]).toEqual([true, true]);
  });

  it("promises nothing for cash that hasn't been handed back yet, and waits for no bank", () => {
    const shown = getShownText(locale, [{ ...handed, state: "under-way", doneAt: null }]);
    for (const said of [bank, cash, messages.order.refunds["under-way"].numbers]) expect(shown).not.toContain(said);
  });
});
