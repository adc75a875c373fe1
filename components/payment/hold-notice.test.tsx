// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OrderView } from "@/lib/orders/rules";
import messages from "@/messages/fr.json";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { fakeOrder } from "@/tests/support/views/fake-order";

import type { CheckoutRefusal } from "./checkout-reasons";
import { HoldNotice } from "./hold-notice";

const start = new Date("2026-11-20T12:00:00Z");

const order = fakeOrder({
  amount: 40,
  locale: "fr",
  placedAt: start.toISOString(),
  expiresAt: new Date(start.getTime() + 15 * 60_000).toISOString(),
  lines: [
    { poolId: "main", packageId: "p40", quantity: 1, tickets: 40, amount: 20 },
    { poolId: "truck", packageId: "t1", quantity: 1, tickets: 1, amount: 20 },
  ],
});

const draw = { addOns: demoCheckoutDraw().addOns.map((addOn) => ({ ...addOn, title: { text: "Le camion" } })) };

const onTimeOver = vi.fn();
const onExtend = vi.fn();
const onChange = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.clearAllMocks();
});

afterEach(() => {
  vi.useRealTimers();
});

function show(changes: Partial<OrderView> = {}, refusal: CheckoutRefusal | null = null) {
  return render(
    <NextIntlClientProvider locale="fr" messages={messages} timeZone="America/Toronto">
      <HoldNotice
        draw={draw}
        order={{ ...order, ...changes }}
        refusal={refusal}
        isBusy={false}
        onTimeOver={onTimeOver}
        onExtend={onExtend}
        onChange={onChange}
      />
    </NextIntlClientProvider>,
  );
}

async function pass(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
}

describe("a held order", () => {
  it("shows what is held, for whom and for how long, in the page's language", async () => {
    show();
    expect(screen.getByRole("timer").textContent).toBe(
      "Vos billets sont réservés pour encore 15\u00a0min\u00a000\u00a0s",
    );
    expect(screen.getByText(/^40 billets \+ Le camion, 40,00\s\$/)).toBeTruthy();
    expect(screen.getByText(/Marie Tremblay, m•••@example.com/)).toBeTruthy();
    await pass(60_000);
    expect(screen.getByRole("timer").textContent).toContain("14\u00a0min\u00a000\u00a0s");
  });

  it("warns a minute before the end and offers more time", async () => {
    show();
    expect(screen.queryByRole("button", { name: "Prolonger la réservation" })).toBeNull();
    await pass(14 * 60_000);
    expect(screen.getByRole("status").textContent).toContain("moins d’une minute");
    fireEvent.click(screen.getByRole("button", { name: "Prolonger la réservation" }));
    expect(onExtend).toHaveBeenCalledOnce();
    expect(onTimeOver).not.toHaveBeenCalled();
  });

  it("offers no more time than is left", async () => {
    show({ extensionsLeft: 0 });
    await pass(14 * 60_000 + 1000);
    expect(screen.queryByRole("button", { name: "Prolonger la réservation" })).toBeNull();
  });

  it("says once that the time is over", async () => {
    show();
    await pass(15 * 60_000 + 2000);
    expect(onTimeOver).toHaveBeenCalledOnce();
  });

  it("switches to a longer hold", async () => {
    const { rerender } = show();
    await pass(14 * 60_000);
    const longer = { ...order, expiresAt: new Date(start.getTime() + 29 * 60_000).toISOString() };
    rerender(
      <NextIntlClientProvider locale="fr" messages={messages} timeZone="America/Toronto">
        <HoldNotice
          draw={draw}
          order={longer}
          refusal={null}
          isBusy={false}
          onTimeOver={onTimeOver}
          onExtend={onExtend}
          onChange={onChange}
        />
      </NextIntlClientProvider>,
    );
    await pass(0);
    expect(screen.getByRole("timer").textContent).toContain("15\u00a0min\u00a000\u00a0s");
  });

  it("after a refusal has the reason first, then the time in a line, and says once that nothing was charged", () => {
    show({}, { reason: "declined", about: "card" });
    const reason = screen.getByRole("alert");
    const time = screen.getByRole("timer");
    expect(time.textContent).toBe("Encore 15\u00a0min\u00a000\u00a0s pour payer");
    expect(reason.compareDocumentPosition(time)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(document.body.textContent?.match(/Aucun montant/g)).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Modifier la commande" }));
    expect(onChange).toHaveBeenCalledOnce();
  });
});
