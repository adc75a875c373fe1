// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  canRememberDetails,
  isSameBuyer,
  readRememberedDetails,
  storeRememberedDetails,
} from "@/components/checkout/remember-details";
import { createEmptyForm } from "@/components/order-form/checkout-form";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";

const buyer = { name: "Marie Tremblay", email: "marie@example.com", phone: "", postalCode: "K1A 0B1" };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("details stored by the browser", () => {
  it("are only those four, whatever else the form contains", () => {
    const form = { ...createEmptyForm(demoCheckoutDraw()), ...buyer, age: true, location: true, rules: true };
    storeRememberedDetails(form);
    expect(readRememberedDetails()).toEqual(buyer);
    expect(Object.keys(localStorage)).toEqual(["tirage-buyer"]);
    expect(JSON.parse(localStorage.getItem("tirage-buyer") ?? "")).toEqual(buyer);
    expect(isSameBuyer(form, buyer)).toBe(true);
    expect(isSameBuyer({ ...form, phone: "416" }, buyer)).toBe(false);
  });

  it("are deleted on request", () => {
    storeRememberedDetails(buyer);
    storeRememberedDetails(null);
    expect([readRememberedDetails(), localStorage.length]).toEqual([null, 0]);
  });

  it.each(["", "null", "7", "{", JSON.stringify({ ...buyer, name: 7 }), JSON.stringify({ name: "M" })])(
    "are ignored if the stored value is something else: %s",
    (text) => {
      localStorage.setItem("tirage-buyer", text);
      expect(readRememberedDetails()).toBeNull();
    },
  );

  it("can't be stored on a registered tablet", () => {
    expect(canRememberDetails()).toBe(true);
    localStorage.setItem("5050ng-deviceId", "gate-3");
    expect(canRememberDetails()).toBe(false);
  });
});
