// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getDisplayKey } from "@/components/payment/order-state";
import { Queries } from "@/components/ui/queries";
import type { OrderView } from "@/lib/orders/rules";
import { runWhenReloadable } from "@/lib/platform/http/browser/reload-hold";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { fakeOrder } from "@/tests/support/views/fake-order";
import { PendingOutcome } from "./pending-outcome";

const refresh = vi.fn();
const router = { refresh };
vi.mock("next/navigation", () => ({ useRouter: () => router }));

const sentAt = "2026-11-20T12:00:00Z";
const asked = fakeOrder({ status: "unknown", lastPayment: { sentAt, state: "asking" } });

let order: OrderView | null = asked;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sentAt) });
  refresh.mockClear();
  order = asked;
  vi.stubGlobal("fetch", async () => {
    if (!order) throw new TypeError("Failed to fetch");
    return Response.json({ order });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(language: "en" | "fr" = "en") {
  return render(
    <NextIntlClientProvider
      locale={language}
      messages={language === "en" ? english : french}
      timeZone="America/Toronto"
    >
      <Queries>
        <PendingOutcome
          instanceId="demo"
          orderId={asked.orderId}
          shown={getDisplayKey(asked)}
          sentAt={sentAt}
          sentText="noon"
          serverNow={sentAt}
          maskedEmail="m•••@example.com"
          icons={{ looking: null, closing: null, waiting: null }}
        />
      </Queries>
    </NextIntlClientProvider>,
  );
}

async function pass(seconds: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(seconds * 1000));
}

describe("the panel while the bank is asked", () => {
  it("shows since when, and after fifteen minutes that it is taking long", async () => {
    show();
    expect(screen.getByText(/less than a minute ago/)).toBeTruthy();
    expect(screen.getByText(english.orderWatch.waiting)).toBeTruthy();
    await pass(4 * 60 + 10);
    expect(screen.getByText(/4 minutes ago/)).toBeTruthy();
    await pass(11 * 60);
    expect(screen.getByText(english.orderWatch.late)).toBeTruthy();
  });

  it("isn't interrupted by a reload after an update", async () => {
    const reload = vi.fn();
    const { unmount } = show();
    runWhenReloadable(reload);
    await pass(60);
    expect(reload).not.toHaveBeenCalled();
    unmount();
    await pass(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("has the page rendered again when the order says something else, not before", async () => {
    show();
    await pass(20);
    expect(refresh).not.toHaveBeenCalled();
    order = fakeOrder({ status: "finalized", numbers: [{ poolId: "main", first: 1, last: 10, void: false }] });
    fireEvent.click(screen.getByRole("button", { name: english.orderWatch.checkNow }));
    await pass(0);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("announces in an existing live region that nobody answers, keeps trying, and removes it again", async () => {
    show("fr");
    const region = screen.getByRole("status");
    expect(region.textContent).toBe("");
    order = null;
    await pass(3);
    expect(region.textContent).toContain(french.orderWatch.lost);
    order = asked;
    await pass(10);
    expect(region.textContent).toBe("");
    expect(screen.getByText(/Dernière vérification à/)).toBeTruthy();
  });
});
