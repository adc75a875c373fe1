// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { createEmptyForm } from "@/components/order-form/checkout-form";
import { changeSession, readSession } from "@/components/order-form/checkout-session";
import messages from "@/messages/en.json";
import { findCardFields, openCheckout, typeCard } from "@/tests/support/views/checkout-stage";
import { demoCheckoutDraw, demoLive } from "@/tests/support/views/fake-checkout-draw";
import type { FakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import type { Kiosk } from "./kiosk-context";
import { readRememberedDetails, storeRememberedDetails } from "./remember-details";

const live = demoLive();
const marie = { name: "Marie Tremblay", email: "marie@example.com", phone: "416 555-0199", postalCode: "" };
const text = messages.checkout;

let bank: FakeCustomCheckout;

beforeEach(() => {
  bank = fakeCustomCheckout();
  const never = new Promise<Response>(() => undefined);
  vi.stubGlobal("fetch", (path: string) => (path.endsWith("/live") ? Promise.resolve(Response.json(live)) : never));
  Object.assign(window, { customcheckout: bank.factory });
  window.sessionStorage.clear();
  window.localStorage.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "customcheckout");
});

const kiosk: Kiosk = { isResumed: false, onOutcome: () => {}, onStart: () => {}, Watcher: () => null };

async function open(changes: Partial<ReturnType<typeof demoCheckoutDraw>> = {}, isKiosk = false) {
  const shown = openCheckout({ draw: { ...demoCheckoutDraw(), ...changes }, kiosk: isKiosk ? kiosk : null });
  fireEvent.focus(screen.getByRole("form"));
  await findCardFields(bank);
  await act(() => vi.dynamicImportSettled());
  return shown;
}

function box(name: RegExp) {
  return screen.getByLabelText<HTMLInputElement>(name);
}

function type(name: RegExp, value: string): void {
  fireEvent.change(box(name), { target: { value } });
}

const getSwitch = () => screen.getByRole<HTMLInputElement>("switch");

async function pay(): Promise<void> {
  for (const tick of screen.getAllByRole("checkbox")) fireEvent.click(tick);
  typeCard(bank);
  fireEvent.click(screen.getByRole("button", { name: /^Pay \$/ }));
  await screen.findByRole("button", { name: text.placing });
}

describe("the short form", () => {
  it("shows the only province, and offers a choice of several", async () => {
    const { unmount } = await open({ provinces: ["ON"] });
    expect(screen.getByText("Ontario (residents only)")).toBeTruthy();
    expect(screen.queryByRole("combobox")).toBeNull();
    unmount();
    await open();
    expect(screen.getByRole("combobox")).toBeTruthy();
  });

  it("shows an optional field on a press, with the focus, and keeps it", async () => {
    await open();
    expect(screen.queryByLabelText(/Phone/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: text.addPhone }));
    await waitFor(() => expect(document.activeElement).toBe(box(/Phone/)));
    type(/Phone/, "4");
    type(/Phone/, "");
    expect(box(/Phone/).value).toBe("");
  });

  it("validates a field on leaving it, but not an empty one", async () => {
    await open();
    fireEvent.blur(box(/Full name/));
    expect(box(/Full name/).getAttribute("aria-invalid")).toBeNull();
    type(/Email/, "marie@example");
    fireEvent.blur(box(/Email/));
    await screen.findAllByText(text.wrong.email);
    type(/Email/, "marie@example.com");
    expect(screen.queryByText(text.wrong.email)).toBeNull();
  });

  it("suggests a correction for a mistyped address, and applies it", async () => {
    await open();
    type(/Email/, "marie@gmial.con");
    fireEvent.blur(box(/Email/));
    fireEvent.click(await screen.findByRole("button", { name: "marie@gmail.com" }));
    expect(box(/Email/).value).toBe("marie@gmail.com");
    expect(screen.getByText(text.emailHint)).toBeTruthy();
  });

  it("stores nothing that the law requires a buyer to confirm", async () => {
    await open();
    for (const tick of screen.getAllByRole("checkbox")) fireEvent.click(tick);
    type(/Full name/, "Marie Tremblay");
    expect(readSession("demo").form).toMatchObject({
      name: "Marie Tremblay",
      age: false,
      location: false,
      rules: false,
    });
  });
});

describe("remembered details", () => {
  it("are stored with the press that pays, if the buyer has asked for it", async () => {
    await open();
    expect(getSwitch().checked).toBe(false);
    type(/Full name/, marie.name);
    type(/Email/, marie.email);
    fireEvent.click(getSwitch());
    expect(readRememberedDetails()).toBeNull();
    await pay();
    // An effect stores the details, perhaps after the button has changed.
    await waitFor(() => expect(readRememberedDetails()).toEqual({ ...marie, phone: "" }));
  });

  it("aren't stored if the buyer hasn't asked for it", async () => {
    await open();
    type(/Full name/, marie.name);
    type(/Email/, marie.email);
    await pay();
    expect(localStorage.length).toBe(0);
  });

  it("fill in the form on the next visit, except for required confirmations, and can be deleted", async () => {
    storeRememberedDetails(marie);
    await open();
    await waitFor(() => expect(box(/Full name/).value).toBe(marie.name));
    expect([box(/Email/).value, box(/Phone/).value]).toEqual([marie.email, marie.phone]);
    for (const tick of screen.getAllByRole<HTMLInputElement>("checkbox")) expect(tick.checked).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: text.remember.forget }));
    expect([box(/Full name/).value, readRememberedDetails()]).toEqual(["", null]);
    expect(getSwitch().checked).toBe(false);
  });

  it("don't replace what was typed, and saving is offered again", async () => {
    storeRememberedDetails(marie);
    changeSession("demo", { form: { ...createEmptyForm(demoCheckoutDraw()), name: "Paul Roy" } });
    await open();
    expect([box(/Full name/).value, box(/Email/).value]).toEqual(["Paul Roy", ""]);
    expect(readRememberedDetails()).toEqual(marie);
    expect(getSwitch().checked).toBe(false);
  });

  it("are neither offered nor filled in on a kiosk or a registered tablet", async () => {
    storeRememberedDetails(marie);
    const { unmount } = await open({}, true);
    expect([screen.queryByRole("switch"), box(/Full name/).value]).toEqual([null, ""]);
    unmount();
    localStorage.setItem("5050ng-deviceId", "gate-3");
    await open();
    expect([screen.queryByRole("switch"), box(/Full name/).value]).toEqual([null, ""]);
  });
});
