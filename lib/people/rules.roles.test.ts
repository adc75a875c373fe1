import { expect, it } from "vitest";

import type { Role } from "./rules.roles";
import { hasRefundLimit, roles, scopeKindsWithin } from "./rules.roles";

const limited = (...held: Role[]) => hasRefundLimit(held.map((role) => ({ role })));

it("only roles that refund without settling payments have a limit", () => {
  expect(roles.filter((role) => limited(role))).toEqual(["Order Refunder"]);
  expect(limited("admin", "Order Refunder")).toBe(true);
  expect(limited()).toBe(false);
});

it("roles are given only in scopes within one's own access scope", () => {
  expect(scopeKindsWithin("everything")).toEqual(["everything", "parent", "draw"]);
  expect(scopeKindsWithin({ parentIds: ["arena"], drawIds: [] })).toEqual(["parent", "draw"]);
  expect(scopeKindsWithin({ parentIds: [], drawIds: ["gala"] })).toEqual(["draw"]);
});
