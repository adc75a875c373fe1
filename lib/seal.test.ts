import { randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { createSealer } from "./seal";

describe("createSealer", () => {
  const sealer = createSealer(randomBytes(32));

  it("opens what it sealed, and seals differently each time", () => {
    const sealed = sealer.seal("secret passcode", "draw:a");
    expect(sealer.open(sealed, "draw:a")).toBe("secret passcode");
    expect(sealed).not.toContain("secret");
    expect(sealer.seal("secret passcode", "draw:a")).not.toBe(sealed);
  });

  it("refuses another label, another key and a changed text", () => {
    const sealed = sealer.seal("secret", "draw:a");
    expect(() => sealer.open(sealed, "draw:b")).toThrow();
    expect(() => createSealer(randomBytes(32)).open(sealed, "draw:a")).toThrow();
    expect(() => sealer.open(`${sealed.slice(0, -2)}AA`, "draw:a")).toThrow();
    expect(() => sealer.open("nonsense", "draw:a")).toThrow();
  });
});
