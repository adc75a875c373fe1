import { expect, it } from "vitest";

import { isOverLimit } from "./limit-calls";

const minuteMs = 60_000;
let at = Date.parse("2026-11-20T12:00:00Z");
let serial = 0;

function call(address: string | null, clientKey?: string): boolean {
  serial += 1;
  const actor = { kind: "buyer", clientKey: clientKey ?? `new-browser-${serial}`, address } as const;
  return isOverLimit({ actor, now: () => new Date(at) });
}

function callsBefore(limited: () => boolean): number {
  let calls = 0;
  while (calls < 10_000 && !limited()) calls += 1;
  return calls;
}

it("stops one browser after 20 calls within a minute, and no other", () => {
  expect(callsBefore(() => call("10.0.0.1", "one"))).toBe(20);
  expect(call("10.0.0.1", "other")).toBe(false);
  at += minuteMs;
  expect(call("10.0.0.1", "one")).toBe(false);
});

it.each([["10.0.0.2"], [null]])(
  "stops an address (%s) whose callers forget their cookie, but no whole arena",
  (address) => {
    expect(callsBefore(() => call(address))).toBe(6000);
    expect(call("10.0.0.3")).toBe(false);
  },
);
