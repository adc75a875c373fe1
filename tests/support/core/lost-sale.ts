import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { LostRequest } from "@/lib/reconciliation/void-lost-numbers";
import { voidLostNumbers } from "@/lib/reconciliation/void-lost-numbers";
import { openDraw, sell } from "./orders";
import type { TestContext } from "./test-context";
import { createCapture } from "./test-gateway";

let lost = 0;

/** A capture whose order was lost with the database. Returns its order number. */
export function loseSale(test: TestContext, dollars: number, given: Parameters<typeof createCapture>[1] = {}): string {
  lost += 1;
  const orderNumber = `7ZZZZZZZZZ0123456789ABC${String(lost).padStart(3, "0")}`;
  test.gateway.ledger.push(
    createCapture({ orderNumber, amountCents: dollars * 100 }, { at: test.clock.now(), ...given }),
  );
  return orderNumber;
}

/** Sells numbers 1 to 4 before the instant to which the database was restored. */
export async function restoredDraw(
  test: TestContext,
  id: string,
  overrides: Record<string, unknown> = {},
): Promise<LostRequest> {
  await openDraw(test, id, overrides);
  await sell(test, id, 4);
  test.clock.advance(60_000);
  const restoredTo = test.clock.now();
  test.clock.advance(60_000);
  return { restoredTo, cashCents: new Map() };
}

export async function recordRestore(test: TestContext, id: string): Promise<LostRequest> {
  const request = await restoredDraw(test, id);
  const done = await voidLostNumbers(test.admin, request);
  if (!done.ok) throw new Error(done.reason);
  return request;
}

export async function listFindings(test: TestContext): Promise<string[]> {
  const report = await checkInvariants(test.admin);
  if (!report.ok) throw new Error(report.reason);
  return report.violations.map(({ check, subject }) => `${check} ${subject}`);
}
