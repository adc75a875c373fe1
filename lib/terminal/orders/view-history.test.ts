import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import { nameAttribution } from "./view-order";

const nobody = { at: "2026-11-20T12:00:00Z", actor: "system", device: null, operator: null, detail: {} } as const;
const sam = { actor: "device", device: "Gate 3", operator: "Sam" } as const;
const [first, second] = [{ refundNumber: "RF01" }, { refundNumber: "RF02" }];
const asked: AuditEntry = { ...nobody, ...sam, action: "refund-requested", detail: first };
const done: AuditEntry = { ...nobody, action: "refund-done", detail: first };

describe("an order's history", () => {
  it("says who handed out a cash refund, each time", () => {
    const cash: AuditEntry = { ...nobody, ...sam, operator: "Noa", action: "cash-taken" };
    const admin: AuditEntry = { ...asked, actor: "admin", device: null, operator: null, detail: second };
    const history = [cash, asked, done, admin, { ...done, detail: second }];
    expect(nameAttribution(history)).toEqual([
      cash,
      asked,
      { ...done, ...sam },
      admin,
      { ...done, actor: "admin", detail: second },
    ]);
  });

  it("attributes the bank's answers to nobody", () => {
    expect(nameAttribution([asked, done])).toEqual([asked, done]);
  });
});
