import { describe, expect, it } from "vitest";

import { allocationStateOf } from "./rules";

const ids = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate-3" };
const deviceDetails = { name: "Gate 3", operator: "Rosalie", printer: "58mm", active: true, allocated: true };

describe("an allocation", () => {
  it("is complete with all ids, name, operator and printer", () => {
    expect(allocationStateOf({ ...ids, deviceDetails })).toBe("complete");
  });

  it.each(["name", "operator", "printer"])("is partial without %s", (lacking) => {
    expect(allocationStateOf({ ...ids, deviceDetails: { ...deviceDetails, [lacking]: "" } })).toBe("partial");
  });

  it("is partial without any details", () => {
    expect(allocationStateOf({ ...ids, deviceDetails: null })).toBe("partial");
  });

  it.each(["deviceId", "parentId", "locationId"] as const)(
    "is detected by %s alone, and incomplete without it",
    (name) => {
      const none = { deviceId: null, parentId: null, locationId: null };
      expect(allocationStateOf({ ...none, [name]: ids[name], deviceDetails })).toBe("some");
      expect(allocationStateOf({ ...ids, [name]: null, deviceDetails })).toBe("some");
      expect(allocationStateOf({ ...none, deviceDetails })).toBe("none");
    },
  );
});
