// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { changeSession } from "@/components/order-form/checkout-session";
import messages from "@/messages/en.json";
import { applePayWithoutSheet } from "@/tests/support/views/apple-pay-sheet";
import { openCheckout } from "@/tests/support/views/checkout-stage";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeOrder } from "@/tests/support/views/fake-order";

const live = demoLive();
const applePay = { merchantId: "merchant.test", displayName: "Test Foundation" };
const draw = { ...demoCheckoutDraw(), mayBeCashAdvance: true };
const { cashAdvance, bar } = messages.checkout;

let isNarrow: boolean;
let answers: Record<string, () => Response>;

beforeEach(() => {
  isNarrow = false;
  answers = {};
  const { api } = applePayWithoutSheet();
  const { factory } = fakeCustomCheckout();
  vi.stubGlobal("fetch", async (path: string) =>
    (Object.entries(answers).find(([part]) => path.includes(part))?.[1] ?? (() => Response.json(live)))(),
  );
  vi.spyOn(window, "matchMedia").mockImplementation(
    () => ({ matches: isNarrow, addEventListener: () => {}, removeEventListener: () => {} }) as never,
  );
  Object.assign(window, { ApplePaySession: api.Session, ApplePayError: api.PayError, customcheckout: factory });
  window.sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ["ApplePaySession", "ApplePayError", "customcheckout"]) Reflect.deleteProperty(window, name);
});

function getDescription(button: HTMLElement): string {
  const ids = button.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `${id} is missing`).join(" ");
}

async function appleButton(): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name: messages.checkout.applePay.buy });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  return button;
}

describe("a draw whose bank may count a purchase as a cash advance", () => {
  it("says so above the sum and the button that pays by card, and beside Apple's, with what a press of that confirms", async () => {
    openCheckout({ draw, applePay });
    const card = screen.getByText(cashAdvance);
    const pay = screen.getByRole("button", { name: /^Pay \$/ });
    expect(card.compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(getDescription(await appleButton())).toMatch(
      /^By paying with Apple Pay.*accept the draw rules\. Some banks/,
    );
    expect(screen.getAllByText(cashAdvance)).toHaveLength(2);
  });

  it("says so in the bar of a phone before Apple's sheet opens, also for an order that is held", async () => {
    isNarrow = true;
    const { unmount } = openCheckout({ draw, applePay });
    const region = await screen.findByRole("region", { name: bar.label });
    const button = await within(region).findByRole("button", { name: messages.checkout.applePay.buy });
    expect(getDescription(button)).toMatch(/^By paying.*\. Your bank may treat this as a cash advance\.$/);
    unmount();
    const order = fakeOrder({ amount: 20, expiresAt: new Date(Date.now() + 900_000).toISOString() });
    changeSession("demo", { orderId: order.orderId, answered: true });
    answers["/orders/"] = () => Response.json({ order });
    openCheckout({ draw, applePay });
    await waitFor(async () => {
      const held = within(await screen.findByRole("region", { name: bar.label }));
      expect(getDescription(held.getByRole("button", { name: messages.checkout.applePay.buy }))).toBe(bar.cashAdvance);
    });
  });

  it("is the only one that says anything of it", async () => {
    isNarrow = true;
    openCheckout({ applePay });
    await within(await screen.findByRole("region", { name: bar.label })).findByRole("button", {
      name: messages.checkout.applePay.buy,
    });
    expect(document.body.textContent).not.toContain("cash advance");
  });
});
