// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import messages from "@/messages/en.json";
import { applePayWithoutSheet } from "@/tests/support/views/apple-pay-sheet";
import { openCheckout } from "@/tests/support/views/checkout-stage";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";

const { position, applePay } = messages.checkout;
const offer = { merchantId: "merchant.test", displayName: "Test Foundation" };
const draw = { ...demoCheckoutDraw(), needsPosition: { online: true, atTerminal: false } };

let answers: [PositionCallback, PositionErrorCallback][];

beforeEach(() => {
  const apple = applePayWithoutSheet();
  answers = [];
  Object.assign(window, {
    ApplePaySession: apple.api.Session,
    ApplePayError: apple.api.PayError,
    customcheckout: fakeCustomCheckout().factory,
  });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(demoLive())));
  const getCurrentPosition = (told: PositionCallback, refused: PositionErrorCallback) => answers.push([told, refused]);
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
  window.sessionStorage.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ["ApplePaySession", "ApplePayError", "customcheckout"]) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, "geolocation");
});

const fix = { coords: { latitude: 45.4, longitude: -75.7, accuracy: 9 } } as GeolocationPosition;

function getDescription(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

it("asks for the location in the place of Apple's button, which then stands there with the focus", async () => {
  openCheckout({ draw, applePay: offer });
  const place = within(await screen.findByRole("region", { name: "Apple Pay" }));
  const share = await place.findByRole("button", { name: position.share });
  expect(place.queryByRole("button", { name: applePay.buy })).toBeNull();
  const why = /Tickets for this draw can only be bought in Ontario/;
  expect(getDescription(share)).toMatch(why);
  fireEvent.click(share);
  act(() => answers[0]?.[1]({ code: 1 } as GeolocationPositionError));
  expect(place.getByText(position.denied)).toBeTruthy();
  const again = place.getByRole("button", { name: position.again });
  expect(again.getAttribute("aria-invalid")).toBe("true");
  expect(getDescription(again)).toContain(position.denied);
  again.focus();
  fireEvent.click(again);
  act(() => answers[1]?.[0](fix));
  const button = place.getByRole("button", { name: applePay.buy });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("leaves the focus where it is if the location was shared among the details", async () => {
  openCheckout({ draw, applePay: offer });
  const place = within(await screen.findByRole("region", { name: "Apple Pay" }));
  await place.findByRole("button", { name: position.share });
  // The click comes without focus, as in Safari, where a tap doesn't focus a button.
  fireEvent.click(document.getElementById("checkout-position") as HTMLElement);
  act(() => answers[0]?.[0](fix));
  expect(place.getByRole("button", { name: applePay.buy })).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});
