import { describe, expect, it } from "vitest";

import { isSupportedPatroni } from "./programs";

describe("a Patroni", () => {
  it.each(["patroni 3.1.0", "patroni 3.2.10", "patroni 4.0.7", "patroni 10.0.0"])(
    "that leaves locks alone: %s",
    (said) => {
      expect(isSupportedPatroni(said)).toBe(true);
    },
  );

  it.each(["patroni 3.0.2", "patroni 2.1.7", ""])("that takes the lock of another node, or none: %s", (said) => {
    expect(isSupportedPatroni(said)).toBe(false);
  });
});
