// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";

import { saleSessions } from "@/components/terminal/sale/sale-session";
import type { CheckoutForm } from "./checkout-form";
import { changeSession, clearSession, readSession, renewSession, storeForm } from "./checkout-session";

const drawId = "demo5050";
const orderId = "0123456789ABCDEFGHJKMNPQRS";
const form: CheckoutForm = {
  choice: "packages:p40",
  quantity: 2,
  addOns: {},
  addOnQuantities: {},
  teamId: "",
  name: "Marie",
  email: "marie@example.com",
  phone: "",
  province: "ON",
  postalCode: "",
  age: true,
  location: true,
  rules: true,
};

beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/demo5050");
});

describe("a tab's session", () => {
  it("keeps its key until an order is returned, then takes another one for a changed form", () => {
    const first = changeSession(drawId, {}).idempotencyKey;
    storeForm(drawId, form);
    expect(readSession(drawId).idempotencyKey).toBe(first);
    changeSession(drawId, { answered: true });
    storeForm(drawId, { ...form, quantity: 3 });
    expect(readSession(drawId).idempotencyKey).not.toBe(first);
    expect(readSession(drawId).form?.quantity).toBe(3);
  });

  it("starts over with another key, no order and the same form", () => {
    const first = changeSession(drawId, { form, orderId, answered: true });
    const next = renewSession(drawId);
    expect(next).toMatchObject({ orderId: null, answered: false, form });
    expect(next.idempotencyKey).not.toBe(first.idempotencyKey);
  });

  it("keeps draws separate and deletes one without the other", () => {
    changeSession(drawId, { orderId });
    changeSession("demo-small", { orderId });
    clearSession(drawId);
    expect(readSession(drawId).orderId).toBeNull();
    expect(readSession("demo-small").orderId).toBe(orderId);
  });

  it.each(["{", "7", '{"drawId":"other","idempotencyKey":"k"}'])("ignores data that it can't read: %s", (text) => {
    window.sessionStorage.setItem(`tirage-checkout-${drawId}`, text);
    expect(readSession(drawId)).toMatchObject({ drawId, orderId: null, form: null });
  });

  it("lasts as long as the page if the browser stores nothing", () => {
    const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    changeSession("demo-stored", { orderId });
    expect(readSession("demo-stored").orderId).toBe(orderId);
    refuse.mockRestore();
  });

  it("generates its key without randomUUID, which only secure pages have", () => {
    const known = crypto.randomUUID;
    Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
    expect(renewSession(drawId).idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    Object.defineProperty(crypto, "randomUUID", { value: known, configurable: true });
  });
});

describe("an order handed to a tablet in the URL", () => {
  it("moves to the session and is removed from the URL", () => {
    window.history.replaceState(null, "", `/terminal/demo5050?title=x#order=${orderId}`);
    saleSessions.takeHandover(drawId);
    expect(saleSessions.read(drawId).orderId).toBe(orderId);
    expect(window.location.href).toMatch(/\/terminal\/demo5050\?title=x$/);
  });

  it("replaces another order, with its own key", () => {
    const before = saleSessions.change(drawId, { orderId: "ZZZZZZZZZZZZZZZZZZZZZZZZZZ", answered: true });
    window.history.replaceState(null, "", `/terminal/demo5050#order=${orderId}`);
    saleSessions.takeHandover(drawId);
    expect(saleSessions.read(drawId).orderId).toBe(orderId);
    expect(saleSessions.read(drawId).idempotencyKey).not.toBe(before.idempotencyKey);
  });

  it.each(["#rules", "#order=", "#order=../../x", "#order=0123456789abcdefghjkmnpqrs"])("isn't %s", (hash) => {
    window.history.replaceState(null, "", `/terminal/demo5050${hash}`);
    saleSessions.takeHandover(drawId);
    expect(saleSessions.read(drawId).orderId).toBeNull();
    expect(window.location.hash).toBe(hash);
  });
});
