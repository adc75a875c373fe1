import { describe, expect, it } from "vitest";

import { BoundedStore } from "./bounded-store.mjs";

function filled(): BoundedStore<string> {
  const store = new BoundedStore<string>({ entries: 3, bytes: 100 });
  for (const key of ["a", "b", "c"]) store.set(key, key, 20);
  return store;
}

describe("BoundedStore", () => {
  it("drops the least recently used value when there are too many", () => {
    const store = filled();
    store.get("a");
    store.set("d", "d", 20);
    expect([..."abcd"].map((key) => store.get(key))).toEqual(["a", undefined, "c", "d"]);
  });

  it("drops as many as the bytes ask for", () => {
    const store = filled();
    store.set("d", "d", 80);
    expect([..."abcd"].map((key) => store.get(key))).toEqual([undefined, undefined, "c", "d"]);
    expect(store.size).toEqual({ entries: 2, bytes: 100 });
  });

  it("counts a replaced value once and forgets a deleted one", () => {
    const store = filled();
    store.set("a", "new", 30);
    store.delete("b");
    store.delete("b");
    expect(store.get("a")).toBe("new");
    expect(store.size).toEqual({ entries: 2, bytes: 50 });
  });

  it("does not hold a value that is larger than all it may hold", () => {
    const store = filled();
    store.set("a", "huge", 101);
    expect(store.get("a")).toBeUndefined();
    expect(store.size).toEqual({ entries: 2, bytes: 40 });
  });
});
