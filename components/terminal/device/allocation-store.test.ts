// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from "vitest";
import { storeSoldNote } from "@/components/terminal/receipt/sold-note";
import { saleSessions } from "@/components/terminal/sale/sale-session";
import type { Allocation } from "@/lib/terminal/device/rules";
import { clearStoredAllocation, readStoredAllocation, storeAllocation } from "./allocation-store";
import { storeCode } from "./registration-link";

const allocation: Allocation = {
  deviceId: "7K3M9PQRST",
  parentId: "demo-parent",
  locationId: "gate-3",
  deviceDetails: { name: "Gate 3", operator: "Rosalie", printer: "58mm", active: true, allocated: true },
};
const otherDevice: Allocation = { ...allocation, deviceId: "4XYZ4XYZ4X" };
const kept = () => [...Object.keys(window.localStorage), ...Object.keys(window.sessionStorage)].sort();

function sellSomething() {
  saleSessions.change("demo5050", { orderId: "0123456789ABCDEFGHJKMNPQRS" });
  storeSoldNote({ orderId: "0123456789ABCDEFGHJKMNPQRS", givenCents: 2000, isPrinted: false });
  storeCode("7K3M9PQRST", "CODE");
}

const nothing = { deviceId: null, parentId: null, locationId: null, deviceDetails: null };

afterEach(() => {
  vi.restoreAllMocks();
  clearStoredAllocation();
  window.localStorage.clear();
});

describe("the allocation of a browser", () => {
  it("is stored under its four storage keys and is read back as stored", () => {
    storeAllocation(allocation);
    expect(window.localStorage.getItem("5050ng-deviceId")).toBe("7K3M9PQRST");
    expect(window.localStorage.getItem("5050ng-parentId")).toBe("demo-parent");
    expect(window.localStorage.getItem("5050ng-locationId")).toBe("gate-3");
    expect(JSON.parse(window.localStorage.getItem("5050ng-deviceDetails") ?? "")).toEqual(allocation.deviceDetails);
    expect(readStoredAllocation()).toEqual(allocation);
  });

  it("is gone when it is cleared, and nothing else is", () => {
    window.localStorage.setItem("theme", "dark");
    storeAllocation(allocation);
    clearStoredAllocation();
    expect(readStoredAllocation()).toEqual(nothing);
    expect(window.localStorage.getItem("theme")).toBe("dark");
  });

  it("also removes what its sales left, in both storages", () => {
    storeAllocation(allocation);
    sellSomething();
    expect(kept()).toHaveLength(4 + 3);
    clearStoredAllocation();
    expect(kept()).toEqual([]);
  });

  it("doesn't pass one device's sales on to another", () => {
    storeAllocation(allocation);
    sellSomething();
    storeAllocation(allocation);
    expect(kept()).toContain("tirage-terminal-sold");
    storeAllocation(otherDevice);
    expect(kept().filter((key) => key.startsWith("tirage-"))).toEqual([]);
  });

  it.each(["", "{", "1", "[]", '"text"', "null"])(
    "has no details if the stored value is something else: %s",
    (text) => {
      window.localStorage.setItem("5050ng-deviceDetails", text);
      expect(readStoredAllocation().deviceDetails).toBeNull();
    },
  );

  it("reads only details of the right type", () => {
    window.localStorage.setItem("5050ng-deviceDetails", '{"name":1,"operator":"R","active":"yes"}');
    const details = { name: "", operator: "R", printer: "", active: false, allocated: false };
    expect(readStoredAllocation().deviceDetails).toEqual(details);
  });

  it("lasts as long as the page if the browser stores nothing", () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("refused", "SecurityError");
    });
    storeAllocation(allocation);
    expect(readStoredAllocation()).toEqual(allocation);
    clearStoredAllocation();
    expect(readStoredAllocation()).toEqual(nothing);
  });
});
