// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LiveProvider } from "@/components/draws/live/live-provider";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { createEmptyForm } from "@/components/order-form/checkout-form";
import type { Label } from "@/components/order-form/offers";
import { TicketStep } from "@/components/order-form/tickets/ticket-step";
import type { LivePool } from "@/lib/draws/rules.projection";
import messages from "@/messages/en.json";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import { AddOnBody } from "./add-on-body";
import { AddOnList } from "./add-on-list";

const { addOnAlways, addOnsHeading } = messages.checkout;
const live = demoLive();
const availability = { now: new Date(live.serverTime), capacities: new Map() };

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterEach(() => vi.unstubAllGlobals());

/** The truck may be added, and the boat is in every order. */
function drawWithBoat(title: Label = { text: "Boat" }): CheckoutDraw {
  const draw = demoCheckoutDraw();
  const [, truck] = draw.catalogue.pools;
  const [addOn] = draw.addOns;
  if (!truck || !addOn) throw new Error("The draw for tests has no second draw.");
  const pools = [...draw.catalogue.pools, { ...truck, poolId: "boat", isMandatory: true }];
  const boat = { ...addOn, poolId: "boat", title, isMandatory: true };
  return { ...draw, addOns: [...draw.addOns, boat], catalogue: { ...draw.catalogue, pools } };
}

function show(draw: CheckoutDraw, pools: LivePool[] = []) {
  const ignore = () => undefined;
  const control = { form: createEmptyForm(draw), problems: {}, set: ignore, setAddOn: ignore, setProblems: ignore };
  const shown = { draw, control, availability };
  return render(
    <LiveProvider drawId="demo" refreshMs={600_000} initial={live}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
        <TicketStep {...shown} error={null} />
        <AddOnList {...shown} live={pools} getError={() => null} Box={AddOnBody} />
      </NextIntlClientProvider>
    </LiveProvider>,
  );
}

const addOns = () => screen.getAllByRole("group").filter(({ id }) => id.startsWith("checkout-addOns."));
const titles = () => addOns().map((group) => group.querySelector("legend")?.textContent);
const kinds = () => screen.queryAllByText(addOnAlways).map((kind) => kind.closest("fieldset")?.id);

const note = () => document.querySelector(".required-note")?.textContent;

it("has draws that every order has before those that a buyer may add, under one heading", () => {
  show(drawWithBoat());
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([addOnsHeading]);
  expect(titles().filter(Boolean)).toEqual(["Boat", "Truck"]);
  expect(kinds()).toEqual(["checkout-addOns.boat"]);
});

it("calls nothing required that can’t be had", () => {
  show(drawWithBoat(), [
    { poolId: "boat", left: 0, jackpotRoom: null, prize: null, soldOut: true, jackpotReached: false },
  ]);
  expect(titles().filter(Boolean)).toEqual(["Boat", "Truck"]);
  expect(kinds()).toEqual([]);
});

it("has in the price of a package what every order costs besides, and says above them what that is", () => {
  const { unmount } = show(drawWithBoat());
  expect(note()).toBe("Every order includes 1 Boat ticket ($7.50)");
  expect(screen.getByText("40 × $0.50 + $7.50").previousElementSibling?.textContent).toBe("$27.50");
  unmount();
  show(demoCheckoutDraw());
  expect(screen.queryByText(/\+ \$/)).toBeNull();
  expect(note()).toBeUndefined();
});

it("says in which language the title of a required draw is, if not in the page’s", () => {
  show(drawWithBoat({ text: "Bateau", lang: "fr" }));
  expect(document.querySelector(".required-note [lang]")?.outerHTML).toBe('<span lang="fr-FR">Bateau</span>');
});

it("adds up several draws that every order has", () => {
  const draw = drawWithBoat();
  const required = (pool: CheckoutDraw["catalogue"]["pools"][number]) => ({
    ...pool,
    isMandatory: pool.poolId !== "main",
  });
  const addOns = draw.addOns.map((addOn) => ({ ...addOn, isMandatory: true }));
  show({ ...draw, addOns, catalogue: { ...draw.catalogue, pools: draw.catalogue.pools.map(required) } });
  expect(screen.getByText("40 × $0.50 + $15").previousElementSibling?.textContent).toBe("$35.00");
  expect(note()).toBe("Every order includes 2 other draws ($15)");
  expect(kinds()).toHaveLength(2);
});

it("shows what a bundle saves, only if it does", () => {
  const draw = demoCheckoutDraw();
  const saving = (savedCents?: number) => ({
    ...draw,
    groups: draw.groups.map((group) => ({
      ...group,
      offers: group.offers.map((offer) => (savedCents && group.kind === "bundles" ? { ...offer, savedCents } : offer)),
    })),
  });
  const { unmount } = show(saving(500));
  expect(screen.getByText("Save $5.00")).toBeTruthy();
  unmount();
  show(saving());
  expect(screen.queryByText(/^Save/)).toBeNull();
});
