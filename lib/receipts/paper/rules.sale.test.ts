import { expect, it } from "vitest";

import type { RefundView } from "@/lib/orders/rules";
import { renderText } from "@/lib/receipts/email/rules.text";
import { receiptEmail } from "@/tests/support/draws/receipt-email";

const refund: RefundView = {
  amount: 225.5,
  state: "done",
  lines: 1,
  isCash: false,
  requestedAt: "2026-11-21T20:04:00Z",
  doneAt: "2026-11-21T20:05:00Z",
};

function copyWith(language: "en" | "fr", refunds: RefundView[]): string {
  return renderText(receiptEmail("copy", language, { order: { refunds } }));
}

it("a receipt sent after a refund says what was refunded and when", () => {
  expect(copyWith("en", [refund])).toContain(
    "REFUND\nPart of the order · November 21, 2026 at 3:05\u00a0p.m. EST: $225.50\n",
  );
  const french =
    "Une partie de la commande · le 21\u00a0novembre 2026 à\u00a015\u00a0h\u00a005\u00a0HNE\u00a0: 225,50\u00a0$\n";
  expect(copyWith("fr", [refund])).toContain(`REMBOURSEMENT\n${french}`);
  const several = copyWith("en", [refund, { ...refund, amount: 1020 }]);
  expect(several).toContain("REFUNDS\n");
  expect(several).toContain("$1,020.00");
});

it("doesn't mention refunds that are in progress, were refused, or belong to a payment that got no numbers", () => {
  const others: RefundView[] = [
    { ...refund, state: "under-way", doneAt: null },
    { ...refund, state: "refused", doneAt: null },
    { ...refund, lines: 0 },
  ];
  expect(copyWith("en", others)).not.toContain("REFUND");
});
