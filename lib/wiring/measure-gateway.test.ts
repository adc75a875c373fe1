import { expect, it } from "vitest";

import type { ChargeOutcome, PaymentAccount } from "@/lib/gateways/payment/port";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { createTestGateway } from "@/tests/support/core/test-gateway";

import { measureGateway } from "./measure-gateway";

const credentials: PaymentAccount = { provider: "bambora", merchantId: "1", passcode: "secret-passcode" };
const request = {
  orderNumber: "0123456789ABCDEFGHJKMNPQRS",
  amountCents: 1000,
  source: { kind: "token", code: "secret-token", name: "Rosalie Tremblay" },
  language: "en",
  billing: { email_address: "rosalie@example.test" },
} as const;

async function readCount(outcome: string): Promise<number> {
  const text = await processMetrics.render();
  const line = new RegExp(`^tirage_gateway_calls_total{operation="charge",outcome="${outcome}"} (\\d+)$`, "m");
  return Number(line.exec(text)?.[1] ?? 0);
}

it.each<[ChargeOutcome, string]>([
  [{ kind: "approved", transactionId: "1", amountCents: 1000, code: "1", cardType: null, lastFour: null }, "approved"],
  [{ kind: "refused", reason: "declined", code: "7", transactionId: null }, "declined"],
  [{ kind: "refused", reason: "card-expiry-invalid", code: "52", transactionId: null }, "card-expiry-invalid"],
  [{ kind: "unknown", code: null }, "unknown"],
])("counts %j as %s and gives it on", async (outcome, name) => {
  const gateway = measureGateway({ ...createTestGateway(), charge: async () => outcome });
  const before = await readCount(name);
  expect(await gateway.charge(credentials, request)).toBe(outcome);
  expect(await readCount(name)).toBe(before + 1);
});

it("counts what it throws, and throws it on", async () => {
  const failing = async () => Promise.reject(new Error("no"));
  const gateway = measureGateway({ ...createTestGateway(), charge: failing });
  await expect(gateway.charge(credentials, request)).rejects.toThrow("no");
  expect(await readCount("failed")).toBe(1);
});

it("keeps nothing of what is charged, or by whom", async () => {
  await measureGateway({ ...createTestGateway(), charge: async () => ({ kind: "unknown", code: null }) }).charge(
    credentials,
    request,
  );
  expect(await processMetrics.render()).not.toMatch(/secret|Rosalie|rosalie|0123456789ABC/);
});
