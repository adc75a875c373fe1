import { randomBytes } from "node:crypto";

import { expect, it } from "vitest";

import { createSealer } from "@/lib/platform/server/seal";

import { requestMerchantSession } from "./request-merchant-session";
import { defaultValidationUrl } from "./rules";

it("doesn't ask Apple for a sheet beyond the limit", async () => {
  let requestCount = 0;
  const openSession = async () => {
    requestCount += 1;
    return { kind: "session", session: {} } as const;
  };
  const ctx = {
    actor: { kind: "buyer", clientKey: "opens-many-sheets", ipAddress: "10.1.0.1" } as const,
    now: () => new Date("2026-11-20T12:00:00Z"),
    sealer: createSealer(randomBytes(32)),
    calls: async () => (requestCount < 20 ? null : 30),
    applePay: { merchantId: "merchant.test", openSession },
  };
  const open = () => requestMerchantSession(ctx, { validationURL: defaultValidationUrl });
  for (let calls = 0; calls < 20; calls += 1) expect(await open()).toMatchObject({ ok: true });
  expect(await open()).toEqual({ ok: false, reason: "too-many-calls", retryAfterSeconds: 30 });
  expect(requestCount).toBe(20);
});
