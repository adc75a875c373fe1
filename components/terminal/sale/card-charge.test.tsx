// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import messages from "@/messages/en.json";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { clickButton, findCashConfirm, openStage, saleStage } from "@/tests/support/views/sale-stage";

saleStage();

it("says beside the press that charges a card that it may count as a cash advance, and not beside cash", async () => {
  // The card provider's script is missing.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  openStage({ draw: { ...demoCheckoutDraw(), mayBeCashAdvance: true } });
  clickButton("Card");
  const charge = await screen.findByRole("button", { name: /^Charge \$/ });
  const id = charge.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(id)?.textContent).toBe(messages.checkout.cashAdvance);
  clickButton("Cash");
  await findCashConfirm();
  expect(document.body.textContent).not.toContain(messages.checkout.cashAdvance);
});

it("says nothing of it for a draw that does not", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  openStage();
  clickButton("Card");
  const charge = await screen.findByRole("button", { name: /^Charge \$/ });
  expect(charge.getAttribute("aria-describedby")).toBeNull();
  expect(document.body.textContent).not.toContain("cash advance");
});
