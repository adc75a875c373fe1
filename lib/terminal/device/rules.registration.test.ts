import { describe, expect, it } from "vitest";

import { getRegistrationLink } from "./create-device";
import { readFragmentCode, readLinkName } from "./rules.registration";

const ids = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate_3" };

describe("a registration link", () => {
  it("has the ids in its query and the code only in its fragment", () => {
    const device = { ...ids, label: "Gate 3 & 4", name: null };
    const link = new URL(getRegistrationLink("https://tickets.example.test/", device, "CODE"));
    expect(Object.fromEntries(link.searchParams)).toEqual({ ...ids, name: "Gate 3 & 4" });
    expect(link.pathname).toBe("/terminal/register");
    expect(link.search).not.toContain("CODE");
    expect(readFragmentCode(link.hash)).toBe("CODE");
  });

  it("suggests the device's current name, unless it is too long or not a name", () => {
    const device = { ...ids, label: "Gate 3", name: "Porte 3" };
    const { searchParams } = new URL(getRegistrationLink("https://tickets.example.test", device, "CODE"));
    expect(readLinkName(Object.fromEntries(searchParams))).toBe("Porte 3");
    for (const name of [undefined, ["a", "b"], "x".repeat(81)]) expect(readLinkName({ name })).toBe("");
  });

  it("has no code if the fragment contains something else", () => {
    for (const fragment of ["", "#", "#code=", "#order=1"]) expect(readFragmentCode(fragment)).toBeNull();
  });
});
