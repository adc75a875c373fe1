import { randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { createSealer, deriveKeyId, readKeyId } from "./seal";

describe("createSealer", () => {
  const sealer = createSealer(randomBytes(32));

  it("opens what it sealed, and seals differently each time", () => {
    const sealed = sealer.seal("secret passcode", "draw:a");
    expect(sealer.open(sealed, "draw:a")).toBe("secret passcode");
    expect(sealed).not.toContain("secret");
    expect(sealer.seal("secret passcode", "draw:a")).not.toBe(sealed);
  });

  it("rejects another label, another key and a changed text", () => {
    const sealed = sealer.seal("secret", "draw:a");
    expect(() => sealer.open(sealed, "draw:b")).toThrow();
    expect(() => createSealer(randomBytes(32)).open(sealed, "draw:a")).toThrow();
    expect(() => sealer.open(`${sealed.slice(0, -2)}AA`, "draw:a")).toThrow();
    expect(() => sealer.open("nonsense", "draw:a")).toThrow();
  });

  it.each([4, 8, 12, 15])("rejects the right tag cut to %i bytes", (length) => {
    const [version, keyId, nonce, tag = "", body] = sealer.seal("secret", "draw:a").split(".");
    const short = Buffer.from(tag, "base64url").subarray(0, length).toString("base64url");
    expect(() => sealer.open([version, keyId, nonce, short, body].join("."), "draw:a")).toThrow();
  });

  it("names the key in what it seals, and says which one is required", () => {
    const other = createSealer(randomBytes(32));
    const sealed = sealer.seal("secret", "draw:a");
    expect(sealed.split(".").slice(0, 2)).toEqual(["v2", sealer.keyId]);
    expect(other.keyId).not.toBe(sealer.keyId);
    expect(() => other.open(sealed, "draw:a")).toThrow(`belongs to the key ${sealer.keyId}`);
    const renamed = sealed.replace(sealer.keyId, other.keyId);
    expect(() => other.open(renamed, "draw:a")).toThrow();
  });

  it("opens what was sealed before seals had key ids, and computes the same digests as then", () => {
    const known = createSealer(Buffer.from("7c9f0e0d1b6a4a518d2f3e4c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f0", "hex"));
    const sealed = "v1.MN-wtuwRCWGmQqLE.J1sSq9ZStIK9NHQzti7P7w.KmRV6zR6uT3b";
    expect(known.open(sealed, "draw:a")).toBe("of before");
    expect(Buffer.from(known.digest("text", "label")).toString("base64url")).toBe(
      "44coPOSPV6dGB9uGDhhYNS4S3kybqhZstgJq7raj-Mg",
    );
    expect(() => sealer.open(sealed, "draw:a")).toThrow();
  });
});

describe("a sealer with several keys", () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const before = createSealer(first);
  const during = createSealer(second, [first, third]);
  const after = createSealer(second, [], first);

  it("seals with the current key, or with the one it is told, and opens what any of them sealed", () => {
    const old = before.seal("secret", "draw:a");
    expect(during.open(old, "draw:a")).toBe("secret");
    expect(during.findKeyId(old, "draw:a")).toBe(before.keyId);
    expect(readKeyId(during.seal("secret", "draw:a"))).toBe(deriveKeyId(second));
    const likeBefore = during.seal("secret", "draw:a", before.keyId);
    expect(before.open(likeBefore, "draw:a")).toBe("secret");
    expect(during.keyIds).toEqual([second, first, third].map(deriveKeyId));
  });

  it("no longer opens what was sealed with a key that it lost, nor seals with one", () => {
    const old = before.seal("secret", "draw:a");
    expect(after.findKeyId(old, "draw:a")).toBeNull();
    expect(() => after.open(old, "draw:a")).toThrow(`belongs to the key ${before.keyId}`);
    expect(() => after.seal("secret", "draw:a", before.keyId)).toThrow("doesn't have");
  });

  it("finds the owner of a seal without a key id by trying", () => {
    const key = Buffer.from("7c9f0e0d1b6a4a518d2f3e4c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f0", "hex");
    const sealed = "v1.MN-wtuwRCWGmQqLE.J1sSq9ZStIK9NHQzti7P7w.KmRV6zR6uT3b";
    const ring = createSealer(second, [first, key]);
    expect([ring.open(sealed, "draw:a"), ring.findKeyId(sealed, "draw:a")]).toEqual(["of before", deriveKeyId(key)]);
    expect([during.findKeyId(sealed, "draw:a"), readKeyId(sealed), readKeyId("nonsense")]).toEqual([null, null, null]);
  });

  it("computes the digests of its root, whatever its keys are", () => {
    expect(after.digest("text", "label")).toEqual(before.digest("text", "label"));
    expect(createSealer(second).digest("text", "label")).not.toEqual(before.digest("text", "label"));
  });

  it("accepts proofs by any of its keys, and none by a key that it lost, even if that is the root", () => {
    const old = before.prove("text", "label");
    expect(during.isProven(old, "text", "label")).toBe(true);
    expect(before.isProven(during.prove("text", "label", before.keyId), "text", "label")).toBe(true);
    expect(after.isProven(old, "text", "label")).toBe(false);
    expect(during.isProven(old, "another text", "label")).toBe(false);
    expect(during.isProven(old.subarray(0, 31), "text", "label")).toBe(false);
  });
});
