import { describe, expect, it } from "vitest";
import { getAllocationState, readIdCookies, writeIdCookies } from "./rules";

const ids = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate-3" };
const deviceDetails = { name: "Gate 3", operator: "Rosalie", printer: "58mm", active: true, allocated: true };

describe("an allocation", () => {
  it("is complete with all ids, name, operator and printer", () => {
    expect(getAllocationState({ ...ids, deviceDetails })).toBe("complete");
  });

  it.each(["name", "operator", "printer"])("is partial without %s", (lacking) => {
    expect(getAllocationState({ ...ids, deviceDetails: { ...deviceDetails, [lacking]: "" } })).toBe("partial");
  });

  it("is partial without any details", () => {
    expect(getAllocationState({ ...ids, deviceDetails: null })).toBe("partial");
  });

  it.each(["deviceId", "parentId", "locationId"] as const)(
    "is detected by %s alone, and incomplete without it",
    (name) => {
      const none = { deviceId: null, parentId: null, locationId: null };
      expect(getAllocationState({ ...none, [name]: ids[name], deviceDetails })).toBe("some");
      expect(getAllocationState({ ...ids, [name]: null, deviceDetails })).toBe("some");
      expect(getAllocationState({ ...none, deviceDetails })).toBe("none");
    },
  );
});

const cookieIds = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate_3" };

describe("the id cookies", () => {
  it.each([true, false])("are read back as written (https: %s)", (isSecure) => {
    const written = writeIdCookies(cookieIds, 60, isSecure);
    const header = written.map((line) => line.split(";")[0]).join("; ");
    expect(readIdCookies(`theme=dark; ${header}; other=1`, isSecure)).toEqual(cookieIds);
    expect(readIdCookies(header, !isSecure)).toEqual({ deviceId: null, parentId: null, locationId: null });
    expect(written[0]).toBe(
      isSecure
        ? "__Host-5050ng-deviceId=7K3M9PQRST; Path=/; Max-Age=60; SameSite=Lax; Secure"
        : "5050ng-deviceId=7K3M9PQRST; Path=/; Max-Age=60; SameSite=Lax",
    );
  });

  it.each([
    null,
    "",
    "5050ng-deviceId=",
    "5050ng-deviceId=a b",
    "x5050ng-deviceId=a",
    `5050ng-deviceId=${"a".repeat(65)}`,
  ])("are ignored if malformed: %s", (header) => {
    expect(readIdCookies(header, false).deviceId).toBeNull();
  });
});
