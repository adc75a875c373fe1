import { describe, expect, it } from "vitest";

import { readIdCookies, writeIdCookies } from "./rules.cookies";
import { codeOfFragment, readLinkName, registrationLink } from "./rules.registration";

const ids = { deviceId: "7K3M9PQRST", parentId: "demo-parent", locationId: "gate_3" };

describe("the id cookies", () => {
  it.each([true, false])("are read back as written (https: %s)", (isSecure) => {
    const written = writeIdCookies(ids, 60, isSecure);
    const header = written.map((line) => line.split(";")[0]).join("; ");
    expect(readIdCookies(`theme=dark; ${header}; other=1`, isSecure)).toEqual(ids);
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

describe("a registration link", () => {
  it("has the ids in its query and the code only in its fragment", () => {
    const device = { ...ids, label: "Gate 3 & 4", name: null };
    const link = new URL(registrationLink("https://tickets.example.test/", device, "CODE"));
    expect(Object.fromEntries(link.searchParams)).toEqual({ ...ids, name: "Gate 3 & 4" });
    expect(link.pathname).toBe("/terminal/register");
    expect(link.search).not.toContain("CODE");
    expect(codeOfFragment(link.hash)).toBe("CODE");
  });

  it("suggests the device's current name, unless it is too long or not a name", () => {
    const device = { ...ids, label: "Gate 3", name: "Porte 3" };
    const { searchParams } = new URL(registrationLink("https://tickets.example.test", device, "CODE"));
    expect(readLinkName(Object.fromEntries(searchParams))).toBe("Porte 3");
    for (const name of [undefined, ["a", "b"], "x".repeat(81)]) expect(readLinkName({ name })).toBe("");
  });

  it("has no code if the fragment contains something else", () => {
    for (const fragment of ["", "#", "#code=", "#order=1"]) expect(codeOfFragment(fragment)).toBeNull();
  });
});
