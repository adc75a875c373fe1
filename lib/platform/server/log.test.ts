import { afterEach, expect, it, vi } from "vitest";

import { logFailure } from "./log";

afterEach(() => vi.restoreAllMocks());

it("keeps the kind and place of a database's failure and none of its data", () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const cause = Object.assign(new Error("duplicate key: marie@example.com"), {
    code: "23505",
    constraint: "orders_code",
    detail: "Key (buyer)=(marie@example.com) already exists.",
  });
  const error = Object.assign(new Error("Failed query: insert … params: marie@example.com", { cause }), {
    query: "insert into orders",
    params: ["marie@example.com"],
  });
  logFailure("Request 1 failed.", error);
  const text = String(written.mock.calls[0]?.[0]);
  expect(text).toContain("23505 orders_code");
  expect(text).toContain("log.test.ts");
  expect(text).not.toContain("marie");
});
