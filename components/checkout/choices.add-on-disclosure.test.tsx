// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LiveProvider } from "@/components/draws/live/live-provider";
import { createEmptyForm } from "@/components/order-form/checkout-form";
import messages from "@/messages/en.json";
import { openCheckout } from "@/tests/support/views/checkout-stage";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import { AddOnDisclosure } from "./choices";
import { LazyPartsProvider } from "./lazy-parts-provider";

const text = messages.checkout;
const live = demoLive();

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(live)));
  window.localStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

function showFold(draw = demoCheckoutDraw()): void {
  const [addOn] = draw.addOns;
  if (!addOn) throw new Error("The draw for tests has no second draw.");
  const ignore = () => undefined;
  const control = { form: createEmptyForm(draw), problems: {}, set: ignore, setAddOn: ignore, setProblems: ignore };
  const availability = { now: new Date(live.serverTime), capacities: new Map() };
  render(
    <LiveProvider drawId="demo" refreshMs={600_000} initial={live}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
        <LazyPartsProvider>
          <AddOnDisclosure
            addOn={addOn}
            draw={draw}
            control={control}
            availability={availability}
            live={[]}
            getError={() => null}
          />
        </LazyPartsProvider>
      </NextIntlClientProvider>
    </LiveProvider>,
  );
}

it("a second draw says whether it is required, and what it adds or costs at least", () => {
  showFold();
  expect(document.querySelector("summary")?.textContent).toBe("Truck Optional · from $7.50");
  cleanup();
  const draw = demoCheckoutDraw();
  const addOns = draw.addOns.map((addOn) => ({ ...addOn, isMandatory: true }));
  const pools = draw.catalogue.pools.map((pool) => ({ ...pool, isMandatory: pool.poolId !== "main" }));
  showFold({ ...draw, addOns, catalogue: { ...draw.catalogue, pools } });
  expect(document.querySelector("summary")?.textContent).toBe("Truck Required · 1 ticket · $7.50");
});

it("a second draw whose part has not come says so, and can be asked for", async () => {
  showFold();
  expect(screen.getByText(text.addOnAwaited, { exact: false })).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Truck", hidden: true })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: text.retry, hidden: true }));
  expect(await screen.findByRole("group", { name: "Truck", hidden: true })).toBeTruthy();
  expect(screen.queryByText(text.addOnAwaited, { exact: false })).toBeNull();
});

it("a plain list unfolds the second draws", async () => {
  openCheckout();
  const details = screen.getByText("Truck").closest("details");
  expect(details?.open).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: text.plainList }));
  await waitFor(() => expect(details?.open).toBe(true));
});
