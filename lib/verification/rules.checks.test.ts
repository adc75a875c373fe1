import { describe, expect, it } from "vitest";
import { dayMs } from "@/lib/durations";

import type { MerchantIdentity } from "@/lib/gateways/apple-pay/port.setup";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";

import {
  assessAppCheck,
  assessCertificate,
  assessDomainFile,
  assessKey,
  checkFindings,
  checkIds,
  createCheck,
  withTokenFailure,
} from "./rules.checks";

const now = new Date("2026-11-20T12:00:00Z");
const merchantId = "merchant.ca";

function identity(fromDays: number, untilDays: number): MerchantIdentity {
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  return { certificate: { merchantId, from: at(fromDays), until: at(untilDays) }, key: "fits" };
}

describe("assessCertificate", () => {
  it.each([
    [identity(-1, 30), "right", "right"],
    [identity(-1, 29.9), "warning", "expiring"],
    [identity(-2, -1), "wrong", "expired"],
    [identity(-2, 0), "wrong", "expired"],
    [identity(1, 400), "wrong", "early"],
    [{ certificate: null, key: "no-certificate" } as MerchantIdentity, "wrong", "unreadable"],
    [null, "wrong", "not-configured"],
  ])("judges %# as %s", (facts, state, finding) => {
    expect(assessCertificate(facts, merchantId, now)).toMatchObject({ state, finding });
  });

  it("names both merchants if they differ", () => {
    const check = assessCertificate(identity(-1, 400), "merchant.other", now);
    expect(check).toMatchObject({
      finding: "other-merchant",
      detail: { merchantId: "merchant.other", found: merchantId },
    });
  });
});

describe("assessDomainFile", () => {
  const own = { kind: "read", sha256: "a".repeat(64) } as const;

  it.each([
    [{ kind: "served", sha256: own.sha256, type: "text/plain; charset=utf-8" }, "right", "right"],
    [{ kind: "served", sha256: own.sha256, type: "application/octet-stream" }, "warning", "type"],
    [{ kind: "served", sha256: "b".repeat(64), type: "text/plain" }, "wrong", "differs"],
    [{ kind: "refused", status: 301 }, "wrong", "refused"],
    [{ kind: "unreachable" }, "wrong", "unreachable"],
  ] as const)("judges %j as %s", (served, state, finding) => {
    expect(assessDomainFile(own, served)).toMatchObject({ state, finding });
  });

  it("ignores the answer if there is no file to compare it with", () => {
    expect(assessDomainFile({ kind: "unreadable" }, { kind: "unreachable" })).toMatchObject({ finding: "unreadable" });
  });
});

it("judges the key by whether it matches the certificate", () => {
  expect(assessKey({ certificate: null, key: "unlike" })).toMatchObject({ state: "wrong", finding: "unlike" });
  expect(assessKey({ certificate: null, key: "no-certificate" })).toMatchObject({ state: "wrong" });
  expect(assessKey(identity(-1, 400))).toMatchObject({ state: "right" });
});

it("accepts only App Check as not set up: anything else that is missing is wrong", () => {
  expect(createCheck("app-check", "not-configured").state).toBe("skipped");
  expect(assessDomainFile({ kind: "not-configured" }, { kind: "unreachable" }).state).toBe("wrong");
  expect(assessKey(null).state).toBe("wrong");
  expect(createCheck("apple-gateway", "not-configured").state).toBe("wrong");
  expect(createCheck("merchant-session", "not-configured").state).toBe("wrong");
  expect(createCheck("payments-passcode", "no-credentials").state).toBe("wrong");
});

describe.each([
  ["English", english],
  ["French", french],
])("the messages in %s", (_language, { verification }) => {
  it.each(checkIds)("describe each result of %s, and how to fix a failure", (id) => {
    const others = checkFindings[id].filter((finding) => finding !== "right");
    expect(Object.keys(verification.findings[id]).sort()).toEqual([...checkFindings[id]].sort());
    expect(Object.keys(verification.mends[id]).sort()).toEqual([...others].sort());
  });
});

describe("assessAppCheck", () => {
  it.each([
    [{ kind: "valid" }, "right", "right"],
    [{ kind: "unavailable" }, "wrong", "unreachable"],
    [{ kind: "flawed", flaw: "missing" }, "wrong", "no-token"],
    [{ kind: "flawed", flaw: "forged" }, "wrong", "refused"],
  ] as const)("judges %j as %s", (verdict, state, finding) => {
    expect(assessAppCheck(verdict, "enforce")).toMatchObject({ state, finding, detail: { mode: "enforce" } });
  });

  it("lets the browser say why it had no token, and only then", () => {
    const checks = [
      assessAppCheck({ kind: "flawed", flaw: "missing" }, "watch"),
      assessAppCheck({ kind: "valid" }, "watch"),
    ];
    expect(withTokenFailure(checks, "Throttled.").map(({ detail }) => detail.why)).toEqual(["Throttled.", undefined]);
  });
});
