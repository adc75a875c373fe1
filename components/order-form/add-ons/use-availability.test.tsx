// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveProvider, useLive } from "@/components/draws/live/live-provider";
import { getTotalCents } from "@/components/order-form/basket";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { createEmptyForm } from "@/components/order-form/checkout-form";
import type { CataloguePool } from "@/lib/draws/rules.catalogue";
import type { LivePool } from "@/lib/draws/rules.projection";
import messages from "@/messages/en.json";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import { AddOnBody } from "./add-on-body";
import { AddOnList } from "./add-on-list";
import { findNextChange, useAvailability } from "./use-availability";

const builtAt = "2026-11-20T12:00:00.000Z";
const live = demoLive({ serverTime: builtAt });

function drawWithTruck(changes: Partial<CataloguePool>): CheckoutDraw {
  const draw = demoCheckoutDraw();
  const pools = draw.catalogue.pools.map((pool) => (pool.poolId === "truck" ? { ...pool, ...changes } : pool));
  return { ...draw, catalogue: { ...draw.catalogue, pools } };
}

function Page({ draw }: { draw: CheckoutDraw }) {
  const state = useLive();
  const availability = useAvailability(draw.catalogue, state);
  const form = { ...createEmptyForm(draw), addOns: { truck: "t1" } };
  const control = { form, problems: {}, set: () => undefined, setAddOn: () => undefined, setProblems: () => undefined };
  return (
    <>
      <AddOnList
        draw={draw}
        control={control}
        availability={availability}
        live={state.pools}
        getError={() => null}
        Box={AddOnBody}
      />
      <p data-testid="total">{getTotalCents(draw, form, availability)}</p>
    </>
  );
}

async function open(draw: CheckoutDraw, pools: LivePool[] = [], { clockAheadMs = 0 } = {}): Promise<void> {
  vi.setSystemTime(Date.parse(builtAt) + clockAheadMs);
  const answer = () => {
    const headers = { date: new Date(Date.now() - clockAheadMs).toUTCString() };
    return Promise.resolve(Response.json({ ...live, pools }, { headers }));
  };
  vi.stubGlobal("fetch", answer);
  render(
    <LiveProvider drawId="demo" refreshMs={600_000} initial={{ ...live, pools }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
        <Page draw={draw} />
      </NextIntlClientProvider>
    </LiveProvider>,
  );
  await act(() => vi.dynamicImportSettled());
}

function total(): string | null {
  return screen.getByTestId("total").textContent;
}

it("isn't part of the order if its sales were over before the page was opened", async () => {
  await open(drawWithTruck({ endsAt: "2026-11-20T11:59:59Z" }));
  expect(screen.queryByText("Truck")).toBeNull();
  expect(total()).toBe("2000");
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const truckPool: LivePool = {
  poolId: "truck",
  left: 5,
  jackpotRoom: null,
  prize: null,
  jackpotReached: false,
  soldOut: false,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(builtAt) });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a second draw on an open page", () => {
  it("is cut off on time: no longer required, no longer counted", async () => {
    await open(drawWithTruck({ endsAt: "2026-11-20T12:05:00.000Z" }));
    expect(screen.getByRole("radio", { name: /1 ticket/ })).toBeTruthy();
    expect(total()).toBe("2750");
    await wait(5 * 60_000 - 1000);
    expect(total()).toBe("2750");
    await wait(2000);
    expect(screen.getByText(messages.checkout.addOnStates.over)).toBeTruthy();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(total()).toBe("2000");
  });

  it("opens on time", async () => {
    await open(drawWithTruck({ startsAt: "2026-11-20T12:01:00.000Z" }));
    expect(screen.queryByRole("radio")).toBeNull();
    await wait(61_000);
    expect(screen.getByRole("radio", { name: /1 ticket/ })).toBeTruthy();
    expect(total()).toBe("2750");
  });

  it("stays on sale for a browser whose clock was ahead until the first answer", async () => {
    await open(drawWithTruck({ endsAt: "2026-11-20T12:05:00.000Z" }), [], { clockAheadMs: 86_400_000 });
    await wait(2000);
    expect(screen.getByRole("radio", { name: /1 ticket/ })).toBeTruthy();
    expect(total()).toBe("2750");
  });

  it.each([
    ["sold out", { left: 0, soldOut: true }, messages.checkout.addOnStates["sold-out"]],
    ["held by others", { left: 0 }, messages.checkout.addOnStates["all-held"]],
    [
      "full by its jackpot",
      { left: null, jackpotRoom: 7.49, jackpotReached: true },
      messages.checkout.addOnStates["jackpot-reached"],
    ],
    ["full by money that is held", { left: null, jackpotRoom: 7.49 }, messages.checkout.addOnStates["all-held"]],
  ])("that is %s says so and isn't counted", async (_name, changes, text) => {
    await open(demoCheckoutDraw(), [{ ...truckPool, ...changes }]);
    expect(screen.getByText(text)).toBeTruthy();
    expect(total()).toBe("2000");
  });

  it("shows how many are left and allows no more", async () => {
    await open(demoCheckoutDraw(), [{ ...truckPool, left: 1 }]);
    expect(screen.getByText("Only 1 ticket left")).toBeTruthy();
    expect(screen.queryByRole("group", { name: /Quantity/ })).toBeNull();
    cleanup();
    await open(demoCheckoutDraw(), [{ ...truckPool, left: 2 }]);
    expect(screen.getByRole("group", { name: "Quantity: Truck" })).toBeTruthy();
  });
});

it("the next change is the earliest one in the future", () => {
  const at = Date.parse(builtAt);
  const { catalogue } = drawWithTruck({ startsAt: "2026-11-20T11:00:00.000Z", endsAt: "2026-11-20T13:00:00.000Z" });
  expect(findNextChange(catalogue, at)).toBe(at + 3_600_000);
  expect(findNextChange(catalogue, at + 3_600_000)).toBeNull();
});
