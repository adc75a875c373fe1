import { describe, expect, it } from "vitest";

import { parseAdminKeyOptions } from "./options";

const parse = (text: string) => parseAdminKeyOptions(text.split(" "));

describe("parseAdminKeyOptions", () => {
  it("reads a new key with its rights and its end, in days or as its last day", () => {
    const wanted = { command: "create", name: "marie", rights: ["orders", "refunds"] };
    expect(parse("create marie --rights orders,refunds --days 90")).toEqual({ ...wanted, days: 90 });
    const expiresAt = new Date(2027, 0, 1).toISOString();
    expect(parse("create marie --expires 2026-12-31 --rights orders,refunds")).toEqual({ ...wanted, expiresAt });
  });

  it("reads a list and a revocation", () => {
    expect(parse("list")).toEqual({ command: "list" });
    expect(parse("revoke marie")).toEqual({ command: "revoke", name: "marie" });
  });

  it.each([
    "",
    "create marie",
    "create marie --rights orders",
    "create marie --rights orders --days 90 --expires 2026-12-31",
    "create marie --rights keys --days 90",
    "create marie --rights , --days 90",
    "create marie --rights orders --days 0",
    "create marie --rights orders --expires 2026-02-30",
    "create marie --rights orders --days 90 --more",
    "create --rights orders --days 90",
    "list marie",
    "revoke",
    "revoke marie jean",
    "remove marie",
  ])("rejects %s", (text) => expect(parse(text)).toBeNull());
});
