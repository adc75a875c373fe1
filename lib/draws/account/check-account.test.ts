import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import type { ListedPayment } from "@/lib/gateways/payment/port";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { expectLogs } from "@/tests/support/core/attempts";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";
import { checkAccounts } from "./check-account";
import { accountJobs } from "./job";

let test: TestContext;
let logged: string[];
let serial = 0;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(() => {
  logged = expectLogs();
  test.gateway.ledger = [];
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

function report(...rows: Partial<ListedPayment>[]): void {
  test.gateway.ledger = rows.map((row) => createCapture({ orderNumber: "EARLIER", amountCents: 1000 }, row));
}

const hourBefore = (at: Date) => new Date(at.getTime() - 3_600_000);
const dayBefore = (days: number) => new Date(test.clock.now().getTime() - days * 86_400_000);

async function importIn(mode: Context["mode"], bambora: Record<string, unknown> = {}): Promise<string[]> {
  serial += 1;
  const draw = drawAt(test.clock.now(), { id: `account-${serial}`, urlSlug: `account-${serial}` });
  const keys = { ...(draw.apiKeys as { bambora: Record<string, unknown> }).bambora, ...bambora };
  const imported = await importDraw({ ...test.admin, mode }, { ...draw, apiKeys: { bambora: keys } });
  return imported.ok ? [] : (imported.fields ?? []).map(({ field, problem }) => `${field} ${problem}`);
}

async function seenOf(drawId: string): Promise<unknown> {
  const [row] = await queryRows<{ seen: boolean; unfit_reason: string | null }>(
    test.ctx.db,
    sql`select seen_at is not null as seen, unfit_reason from draw_secrets where draw_id = ${drawId}`,
  );
  return row;
}

describe("an account when it is imported", () => {
  it.each<[string, Context["mode"], Partial<ListedPayment>[], string[]]>([
    ["a test account in live mode", "live", [{ money: "play" }], ["apiKeys.bambora.merchantId play-money"]],
    ["a real account in test mode", "test", [{ money: "real" }], ["apiKeys.bambora.merchantId real-money"]],
    ["a real account in a demo", "demo", [{ money: "real" }], ["apiKeys.bambora.merchantId real-money"]],
    ["American dollars", "live", [{ currency: "USD" }], ["apiKeys.bambora.merchantId currency-mismatch"]],
    ["a real account in live mode", "live", [{ money: "real" }], []],
    ["an account that nobody paid yet", "live", [], []],
    ["a decline in American dollars", "live", [{ currency: "USD", approved: false }], []],
    ["a row that does not tell the money", "live", [{ money: "play" }, {}], ["apiKeys.bambora.merchantId play-money"]],
  ])("is judged by its report: %s", async (_name, mode, rows, problems) => {
    report(...rows);
    expect(await importIn(mode)).toEqual(problems);
  });

  it("is judged by its newest payment, because a bank may have turned a test account into a real one", async () => {
    report({ money: "real", at: dayBefore(1) }, { money: "play", at: dayBefore(9) });
    expect(await importIn("live")).toEqual([]);
    report({ money: "play", at: dayBefore(1) }, { money: "real", at: dayBefore(9) });
    expect(await importIn("live")).toEqual(["apiKeys.bambora.merchantId play-money"]);
  });

  it("is judged by its newest payment on any page, and not at all if the report has no end", async () => {
    const older = Array.from({ length: 7 }, () => ({ money: "real", at: dayBefore(2) }) as const);
    report(...older, { money: "play", at: dayBefore(1) });
    expect(await importIn("live")).toEqual(["apiKeys.bambora.merchantId play-money"]);
    const { listPayments } = test.gateway;
    const pages = vi.spyOn(test.gateway, "listPayments");
    pages.mockImplementation((keys, request) => listPayments(keys, { ...request, cursor: "6" }));
    expect(await importIn("live")).toEqual([]);
    expect(pages.mock.calls.length).toBeLessThan(100);
  });

  it("must allow its payments to be listed in live mode: without a report, a lost answer stays unknown forever", async () => {
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "not-authorized" });
    const field = "apiKeys.bambora.reportingPasscode";
    expect(await importIn("live", { reportingPasscode: undefined })).toEqual([`${field} required`]);
    expect(await importIn("live")).toEqual([`${field} not-accepted`]);
    expect(await importIn("test")).toEqual([]);
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    expect(await importIn("live")).toEqual([]);
    test.gateway.listPayments = listPayments;
  });
});

describe("an account after its first payment", () => {
  async function payFirst(): Promise<string> {
    serial += 1;
    const order = await place(test, await openDraw(test, `account-${serial}`));
    await payOrder(test.ctx, createPayment(order));
    return order.instanceId;
  }

  it("that takes another currency takes no more cards, and the log says so", async () => {
    const drawId = await payFirst();
    for (const row of test.gateway.ledger) row.currency = "USD";
    const next = await place(test, drawId);
    await checkAccounts(test.ctx);
    expect(await seenOf(drawId)).toEqual({ seen: false, unfit_reason: "currency-mismatch" });
    expect(getOutcome(await payOrder(test.ctx, createPayment(next)))).toBe("payment-unavailable");
    expect(test.gateway.charges.filter(({ orderNumber }) => orderNumber.startsWith(next.orderId))).toEqual([]);
    expect(logged.join()).toContain(`Draw ${drawId}: currency-mismatch`);
  });

  it("is checked by a job, except in a demo, whose account is its sandbox's", () => {
    const namesIn = (mode: Context["mode"]) => accountJobs({ ...test.ctx, mode }).map(({ name }) => name);
    expect(namesIn("live")).toContain("check-accounts");
    expect(namesIn("test")).toContain("check-accounts");
    expect(namesIn("demo")).not.toContain("check-accounts");
  });

  it("is checked, from its first use on, until the report shows what it takes, and not after that", async () => {
    const firstUsed = test.clock.now();
    const drawId = await payFirst();
    test.clock.advance(60_000);
    const ledger = test.gateway.ledger;
    test.gateway.ledger = [];
    await checkAccounts(test.ctx);
    expect(await seenOf(drawId)).toEqual({ seen: false, unfit_reason: null });
    test.gateway.ledger = ledger;
    await checkAccounts(test.ctx);
    expect(await seenOf(drawId)).toEqual({ seen: false, unfit_reason: null });
    for (const row of ledger) row.money = "play";
    const list = vi.spyOn(test.gateway, "listPayments");
    await checkAccounts(test.ctx);
    expect(await seenOf(drawId)).toEqual({ seen: true, unfit_reason: null });
    expect(list).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ from: hourBefore(firstUsed) }));
    list.mockClear();
    await checkAccounts(test.ctx);
    expect(list).not.toHaveBeenCalled();
  });
});
