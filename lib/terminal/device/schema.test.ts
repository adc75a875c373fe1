import { describe, expect, it } from "vitest";

import { createDeviceSchema, registerDeviceSchema } from "./schema";

const ids = { parentId: "demo-parent", locationId: "gate-3" };

function registers(data: Record<string, unknown>): boolean {
  const deviceData = { locationId: "gate-3", ...data };
  return registerDeviceSchema.safeParse({ deviceId: "0000000000", parentId: "demo-parent", deviceData }).success;
}

describe("a device's details", () => {
  it.each([
    ["punctuation alone", "—"],
    ["an overridden direction", "Rosalie\u202Egnp"],
    ["an isolated direction", "Rosalie\u2067gnp"],
    ["a line separator", "a\u2028b"],
    ["a paragraph separator", "a\u2029b"],
    ["a control character", "a\u0007b"],
    ["too much", "a".repeat(81)],
  ])("reject %s as a name", (_what, text) => {
    for (const field of ["name", "operator", "printer"])
      expect([field, registers({ [field]: text })]).toEqual([field, false]);
    expect(createDeviceSchema.safeParse({ ...ids, name: text }).success).toBe(false);
  });

  it.each(["Gate 3", "58mm", "7", "Zoë Ó Briain", "陳大文", "محمد", "D’Arcy (nuit)"])("accept %s", (text) => {
    for (const field of ["name", "operator", "printer"])
      expect([field, registers({ [field]: text })]).toEqual([field, true]);
    expect(createDeviceSchema.safeParse({ ...ids, name: text }).success).toBe(true);
  });

  it("can be omitted by the tablet but not by an admin, and lose invisible characters", () => {
    const nothing = ["", "  ", "\u200B", "\u2060", " \u00AD "];
    for (const words of nothing) {
      const deviceData = { locationId: "gate-3", name: words };
      const read = registerDeviceSchema.parse({ deviceId: "0000000000", parentId: "demo-parent", deviceData });
      expect(read.deviceData.name).toBe("");
    }
    for (const name of nothing) expect(createDeviceSchema.safeParse({ ...ids, name }).success).toBe(false);
  });
});
