// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { changeSession } from "@/components/order-form/checkout-session";
import messages from "@/messages/en.json";
import { applePayWithoutSheet } from "@/tests/support/views/apple-pay-sheet";
import { findCardFields, openCheckout } from "@/tests/support/views/checkout-stage";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import type { FakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeOrder } from "@/tests/support/views/fake-order";

const live = demoLive();
const offer = { merchantId: "merchant.test", displayName: "Test Foundation" };

let bank: FakeCustomCheckout;
let isNarrow: boolean;
let answer: typeof live;

beforeEach(() => {
  bank = fakeCustomCheckout();
  isNarrow = true;
  answer = live;
  const never = new Promise<Response>(() => undefined);
  vi.stubGlobal("fetch", (path: string) => (path.endsWith("/live") ? Promise.resolve(Response.json(answer)) : never));
  vi.spyOn(window, "matchMedia").mockImplementation(
    () => ({ matches: isNarrow, addEventListener: () => {}, removeEventListener: () => {} }) as never,
  );
  Object.assign(window, { customcheckout: bank.factory });
  window.sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ["ApplePaySession", "ApplePayError", "customcheckout"]) Reflect.deleteProperty(window, name);
});

async function bar() {
  return within(await screen.findByRole("region", { name: messages.checkout.bar.label }));
}

/** Checks first that nothing is marked as wrong yet. */
async function clickButton(name: string): Promise<void> {
  expect(document.querySelector("[aria-invalid], .wrong")).toBeNull();
  fireEvent.click((await bar()).getByRole("button", { name }));
}

const focused = () => document.activeElement?.id;

describe("the bar of a phone", () => {
  it("shows the number of tickets and the total, as entered in the form", async () => {
    openCheckout();
    const region = (await bar()).getByText(/^40 tickets/).closest("section");
    expect(region?.textContent).toContain("40 tickets\u00a0· $20.00");
    fireEvent.click(screen.getByRole("button", { name: "One more" }));
    expect(region?.textContent).toContain("80 tickets\u00a0· $40.00");
  });

  it("holds what every order has besides in its total, and names it", async () => {
    const { unmount } = openCheckout({ draw: drawWithTwoRequired() });
    const region = (await bar()).getByText(/^40 tickets/).closest("section");
    expect(region?.textContent).toContain("40 tickets\u00a0· $35.00Incl. 2 other draws ($15)");
    unmount();
    const draw = drawWithTwoRequired();
    const pools = draw.catalogue.pools.map((pool) => ({ ...pool, isMandatory: pool.poolId === "boat" }));
    const addOns = draw.addOns.map((addOn) => ({ ...addOn, isMandatory: addOn.poolId === "boat" }));
    openCheckout({ draw: { ...draw, addOns, catalogue: { ...draw.catalogue, pools } } });
    (await bar()).getByText("Incl. The Fire Truck ($7.50)");
  });

  it("counts the tickets of the main draw, and names what was chosen beside them", async () => {
    openCheckout();
    const region = (await bar()).getByText(/^40 tickets/).closest("section");
    fireEvent.click(await screen.findByRole("radio", { name: /^1 ticket/ }));
    expect(region?.textContent).toContain("40 tickets\u00a0· $27.50Incl. Truck ($7.50)");
  });

  it("shows how long a held order is still reserved", async () => {
    const order = fakeOrder({ amount: 20, expiresAt: new Date(Date.now() + 900_000).toISOString() });
    changeSession("demo", { orderId: order.orderId, answered: true });
    const read = () => Promise.resolve(Response.json({ order }));
    vi.stubGlobal("fetch", (path: string) =>
      path.includes("/orders/") ? read() : Promise.resolve(Response.json(live)),
    );
    openCheckout();
    const left = await (await bar()).findByText(/^Reserved for 1[45]m/);
    expect(left.closest("p")?.getAttribute("aria-live")).toBe("off");
  });

  function drawWithTwoRequired() {
    const demo = demoCheckoutDraw();
    const ids = ["truck", "boat"];
    return {
      ...demo,
      groups: demo.groups.filter(({ kind }) => kind === "packages"),
      addOns: demo.addOns.flatMap((addOn) =>
        ids.map((poolId) => ({ ...addOn, poolId, title: { text: "The Fire Truck" }, isMandatory: true })),
      ),
      catalogue: {
        bundles: [],
        pools: demo.catalogue.pools.flatMap((pool) =>
          pool.poolId === "main" ? [pool] : ids.map((poolId) => ({ ...pool, poolId, isMandatory: true })),
        ),
      },
    };
  }

  it("leads from step to step, each time to the first open item", async () => {
    openCheckout();
    await clickButton("Continue: Your details");
    await waitFor(() => expect(focused()).toBe("checkout-name"));
    fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
    expect(fireEvent.keyDown(screen.getByLabelText(/Full name/), { key: "Enter" })).toBe(false);
    await clickButton("Continue: Your details");
    await waitFor(() => expect(focused()).toBe("checkout-email"));
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
    await clickButton("Continue: Please confirm");
    await waitFor(() => expect(focused()).toBe("checkout-age"));
    for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
    await findCardFields(bank);
    await clickButton("Enter your card");
    expect(bank.calls).toContain("focus card-number");
    act(() => {
      for (const field of ["card-number", "expiry", "cvv"]) bank.emit("complete", { field, complete: true });
    });
    await clickButton("Review and pay");
    await waitFor(() => expect(focused()).toBe("checkout-pay"));
  });

  it("never says that it pays, whatever comes next", async () => {
    const draw = { ...demoCheckoutDraw(), needsPosition: { online: true, atTerminal: false } };
    openCheckout({ draw });
    const labels = new Set<string>();
    const read = async () => labels.add((await bar()).getByRole("button").textContent ?? "");
    await read();
    fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
    await read();
    expect([...labels]).toEqual(["Continue", "Share my location"]);
    const { bar: text, position } = messages.checkout;
    for (const label of [text.next, text.toTickets, position.share, text.toCard, text.review]) {
      expect(label).not.toMatch(/^pay\b/i);
    }
  });

  /** Sets how much of the form's own button is visible, and if the page is scrolled to it or past it. */
  function watchPay() {
    const tells: ((isIn: { seen: number; reached: number }) => void)[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(tell: (entries: object[]) => void, { rootMargin }: { rootMargin: string }) {
          const room = rootMargin.startsWith("0px") ? "seen" : "reached";
          tells.push((isIn) => tell([{ isIntersecting: isIn[room] > 0, intersectionRatio: isIn[room] }]));
        }
        observe() {}
        disconnect() {}
      },
    );
    return async (seen: boolean | number, reached: boolean) => {
      await waitFor(() => expect(tells.length).toBeGreaterThanOrEqual(2));
      act(() => tells.forEach((tell) => void tell({ seen: Number(seen), reached: Number(reached) })));
    };
  }

  it("is the sum alone while the whole of the form's own button is visible", async () => {
    const scroll = watchPay();
    openCheckout();
    const region = (await bar()).getByRole("button").closest("section");
    expect(region?.className).toBe("pay-bar");
    await scroll(0.3, false);
    expect(region?.className).toBe("pay-bar");
    await scroll(true, true);
    expect(region?.className).toBe("pay-bar at-pay");
    await scroll(false, true);
    expect(region?.className).toBe("pay-bar");
  });

  it("doesn't repeat how long an order is held while the form says it in sight", async () => {
    const order = fakeOrder({ amount: 20, expiresAt: new Date(Date.now() + 900_000).toISOString() });
    changeSession("demo", { orderId: order.orderId, answered: true });
    vi.stubGlobal("fetch", (path: string) =>
      Promise.resolve(Response.json(path.includes("/orders/") ? { order } : live)),
    );
    const tells = new Map<string, (entries: object[]) => void>();
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        tell: (entries: object[]) => void;
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell;
        }
        observe({ id }: Element) {
          tells.set(id, this.tell);
        }
        disconnect() {}
      },
    );
    openCheckout();
    await (await bar()).findByText(/^Reserved for/);
    await waitFor(() => expect(tells.has("checkout-held")).toBe(true));
    act(() => tells.get("checkout-held")?.([{ intersectionRatio: 1 }]));
    expect((await bar()).queryByText(/^Reserved for/)).toBeNull();
    act(() => tells.get("checkout-held")?.([{ intersectionRatio: 0 }]));
    expect((await bar()).queryByText(/^Reserved for/)).not.toBeNull();
  });

  it("keeps Apple Pay beside the form's own button, which is another way to pay", async () => {
    const apple = applePayWithoutSheet();
    Object.assign(window, { ApplePaySession: apple.api.Session, ApplePayError: apple.api.PayError });
    const scroll = watchPay();
    openCheckout({ applePay: offer });
    const button = await (await bar()).findByRole("button", { name: "Buy with Apple Pay" });
    await scroll(true, true);
    expect(button.closest("section")?.className).toBe("pay-bar");
    expect(button.closest("section")?.textContent).toContain("By paying");
  });

  it("points to where it leads: up from the form's own button on", async () => {
    const scroll = watchPay();
    openCheckout();
    const arrow = (await bar()).getByRole("button").querySelector(".icon");
    expect(arrow?.className).not.toContain("rotate-180");
    await scroll(false, true);
    expect(arrow?.className).toContain("rotate-180");
    await scroll(false, false);
    expect(arrow?.className).not.toContain("rotate-180");
  });

  it("is Apple's button where available, and says what a press confirms", async () => {
    const apple = applePayWithoutSheet();
    Object.assign(window, { ApplePaySession: apple.api.Session, ApplePayError: apple.api.PayError });
    openCheckout({ applePay: offer });
    const button = await (await bar()).findByRole("button", { name: "Buy with Apple Pay" });
    const described = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toMatch(/18\+.*currently in Ontario.*rules/);
    fireEvent.click(button);
    await waitFor(() => expect(apple.seen).toContain("open"));
  });

  it("leads to the card and no longer speaks of Apple Pay once the buyer chose the card, and back", async () => {
    const apple = applePayWithoutSheet();
    Object.assign(window, { ApplePaySession: apple.api.Session, ApplePayError: apple.api.PayError });
    openCheckout({ applePay: offer });
    await (await bar()).findByRole("button", { name: "Buy with Apple Pay" });
    await clickButton("Use a card");
    await waitFor(() => expect(focused()).toBe("checkout-name"));
    const region = (await bar()).getByRole("button", { name: "Continue: Your details" }).closest("section");
    expect(region?.textContent).not.toContain("By paying");
    await clickButton("Use Apple Pay");
    await (await bar()).findByRole("button", { name: "Buy with Apple Pay" });
    expect(region?.textContent).toContain("By paying");
  });

  it("isn't shown while a total is visible, or if nothing can be bought", async () => {
    isNarrow = false;
    const { unmount } = openCheckout();
    await act(() => vi.dynamicImportSettled());
    expect(screen.queryByRole("region", { name: messages.checkout.bar.label })).toBeNull();
    unmount();
    isNarrow = true;
    answer = { ...live, salesOpen: false, reason: "all-held" };
    openCheckout({ live: answer });
    await act(() => vi.dynamicImportSettled());
    expect(screen.queryByRole("region", { name: messages.checkout.bar.label })).toBeNull();
  });
});
