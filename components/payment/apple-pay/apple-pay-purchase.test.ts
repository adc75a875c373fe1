// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSession } from "@/components/order-form/checkout-session";
import type { CheckoutEvent } from "@/components/payment/checkout-machine";
import { sheetLimits } from "@/lib/gateways/apple-pay/rules.session";
import { createSheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import type { OrderView } from "@/lib/orders/rules";
import { applePayWithoutSheet, merchantSession } from "@/tests/support/views/apple-pay-sheet";
import { fakeOrder } from "@/tests/support/views/fake-order";
import { runApplePurchase } from "./apple-pay-purchase";

type Answer = { status: number; body: unknown; afterMs?: number } | "lost";

const order = fakeOrder({ buyer: null });
const placing = "/api/orders";
const validating = "/api/apple-pay/validate-merchant";
const paying = "/api/bambora/processApplePayPayment";

let answers: Record<string, Answer>;
let calls: { path: string; body: unknown }[];
let apple: ReturnType<typeof applePayWithoutSheet>;
let events: CheckoutEvent[];

function refusal(reason: string, status: number): Answer {
  return { status, body: { reason, requestId: "r" } };
}

async function network(path: string, { body }: RequestInit): Promise<Response> {
  calls.push({ path, body: JSON.parse(String(body)) });
  const answer = answers[path];
  if (!answer || answer === "lost") throw new TypeError("Failed to fetch");
  if (answer.afterMs) await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
  return Response.json(answer.body, { status: answer.status });
}

function submitPayment(held: OrderView | null = null, shownCents = 1000): Promise<void> {
  const { buyer: _buyer, ...request } = {
    instanceId: "demo",
    lines: [{ poolId: "main", packageId: "p10", quantity: 1 }],
    attestations: { age: true, location: true, rules: true } as const,
    locale: "en" as const,
    buyer: undefined,
  };
  return runApplePurchase({
    api: apple.api,
    offer: { merchantId: "merchant.test", displayName: "Test Foundation" },
    content: {
      request: createSheetRequest({ label: "Test Foundation", cents: shownCents }, []),
      provinces: ["ON"],
      getProblemText: ({ field, problem }) => `${field} ${problem}`,
    },
    drawId: "demo",
    order: held,
    request,
    shownCents,
    dispatch: (event) => events.push(event),
    onFieldProblems: () => undefined,
  });
}

async function present(held: OrderView | null = null) {
  const submission = submitPayment(held);
  await vi.advanceTimersByTimeAsync(10);
  return { submission };
}

function types(): string[] {
  return events.map((event) => (event.type === "refused" ? `refused ${event.reason}` : event.type));
}

function getCalls(path: string) {
  return calls.filter((call) => call.path === path);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", network);
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  window.sessionStorage.clear();
  calls = [];
  events = [];
  apple = applePayWithoutSheet();
  answers = {
    [placing]: { status: 201, body: { order } },
    [validating]: { status: 200, body: { merchantSession: merchantSession() } },
    [paying]: { status: 200, body: { success: true, order: { ...order, status: "finalized" } } },
  };
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a purchase", () => {
  it("reserves while Apple is validating, charges what was authorized, and completes once", async () => {
    const { submission } = await present();
    expect(calls.map(({ path }) => path).sort()).toEqual([validating, placing].sort());
    expect(getCalls(placing)[0]?.body).not.toHaveProperty("buyer");
    apple.authorize();
    await vi.advanceTimersByTimeAsync(0);
    await submission;
    expect(types()).toEqual(["placed", "payment-sent", "paid"]);
    expect(apple.seen.filter((line) => line === "done")).toHaveLength(1);
    expect(getCalls(paying)[0]?.body).toMatchObject({
      instanceId: "demo",
      payment: { amount: 10, order_number: `AP${order.orderId}`, billing: { email_address: "rosalie@example.test" } },
    });
  });

  it("pays a held order without reserving again", async () => {
    const { submission } = await present(order);
    apple.authorize();
    await vi.advanceTimersByTimeAsync(0);
    await submission;
    expect(getCalls(placing)).toEqual([]);
    expect(types()).toEqual(["payment-sent", "paid"]);
  });

  it("opens the sheet within the press", () => {
    submitPayment();
    expect(apple.seen).toEqual(["open"]);
    expect(calls).toEqual([]);
  });

  it("is refused by the browser outside of the press, and nothing is reserved", async () => {
    apple.leaveGesture();
    await submitPayment();
    expect(types()).toEqual(["refused apple-pay-unavailable"]);
    expect(calls).toEqual([]);
  });
});

describe("before the authorization", () => {
  it.each<[string, () => void, string[]]>([
    ["tickets that are sold", () => (answers[placing] = refusal("sold-out", 409)), ["refused sold-out"]],
    ["a server that is not there", () => (answers[placing] = "lost"), ["refused unreachable"]],
    [
      "a merchant that Apple does not know",
      () => (answers[validating] = refusal("apple-pay-unavailable", 503)),
      ["placed", "refused apple-pay-unavailable"],
    ],
    [
      "a merchant session that Apple rejects",
      () =>
        (answers[validating] = {
          status: 200,
          body: { merchantSession: merchantSession({ domainName: "other.test" }) },
        }),
      ["placed", "refused apple-pay-unavailable"],
    ],
    ["an unreachable validation", () => (answers[validating] = "lost"), ["placed", "refused apple-pay-unavailable"]],
    [
      "another price",
      () => (answers[placing] = { status: 201, body: { order: { ...order, amount: 20 } } }),
      ["placed", "refused amount-mismatch"],
    ],
  ])("%s closes the sheet with the reason", async (_what, change, expected) => {
    change();
    await (await present()).submission;
    expect(types()).toEqual(expected);
    expect(apple.seen.at(-1)).toBe("close");
  });

  it("a validation that takes too long closes the sheet before Apple does", async () => {
    answers[validating] = { status: 200, body: { merchantSession: merchantSession() }, afterMs: 60_000 };
    const { submission } = await present();
    await vi.advanceTimersByTimeAsync(sheetLimits.validationMs);
    await submission;
    expect(types()).toEqual(["placed", "refused apple-pay-unavailable"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(apple.seen).toEqual(["open", "close"]);
  });

  it("a cancelled sheet keeps the order for the buyer", async () => {
    const { submission } = await present();
    apple.cancel();
    await submission;
    expect(types()).toEqual(["placed", "refused apple-pay-cancelled"]);
    expect(readSession("demo").orderId).toBe(order.orderId);
  });

  it("a sheet cancelled during the reservation doesn't forget the tickets", async () => {
    answers[placing] = { status: 201, body: { order }, afterMs: 500 };
    const { submission } = await present();
    apple.cancel();
    await vi.advanceTimersByTimeAsync(500);
    await submission;
    expect(types()).toEqual(["placed", "refused apple-pay-cancelled"]);
    expect(apple.seen).toEqual(["open", "close"]);
  });

  it("a province that isn't eligible goes back to the sheet after authorization, and can be fixed there", async () => {
    const { submission } = await present();
    apple.select({ administrativeArea: "QC", postalCode: "H2X 1Y4" });
    expect(apple.seen.at(-1)).toBe("ask");
    apple.authorize();
    expect(apple.seen.at(-1)).toBe("ask administrativeArea: administrativeArea not-eligible");
    expect(getCalls(paying)).toEqual([]);
    apple.authorize({ administrativeArea: "ON", postalCode: "M5V 3L9" });
    await vi.advanceTimersByTimeAsync(0);
    await submission;
    expect(types().at(-1)).toBe("paid");
  });

  it.each([
    ["emailAddress", { emailAddress: "" }],
    ["phoneNumber", { phoneNumber: "" }],
  ])("a missing %s goes back to the sheet, and can be fixed there", async (field, change) => {
    const { submission } = await present();
    apple.authorize(change);
    expect(apple.seen.at(-1)).toBe(`ask ${field}: ${field} required`);
    expect(getCalls(paying)).toEqual([]);
    apple.authorize({ emailAddress: "rosalie@example.test", phoneNumber: "416 555-0199" });
    await vi.advanceTimersByTimeAsync(0);
    await submission;
    expect(types().at(-1)).toBe("paid");
  });
});

describe("after the authorization", () => {
  it.each<[string, Answer, string]>([
    ["a decline", refusal("declined", 402), "refused declined"],
    ["a bank that has not answered", { status: 202, body: { success: false, order } }, "payment-open"],
    ["a lost answer", "lost", "answer-lost"],
    ["an answer of another server", { status: 502, body: "<html>" }, "answer-lost"],
  ])("%s fails the sheet and is reported as what it is", async (_what, answer, expected) => {
    answers[paying] = answer;
    const { submission } = await present();
    apple.authorize();
    await vi.advanceTimersByTimeAsync(0);
    await submission;
    expect(types().at(-1)).toBe(expected);
    expect(apple.seen.at(-1)).toBe("failed");
  });

  it("a cancelled sheet means a pending payment, never a cancelled one, until a late answer arrives", async () => {
    answers[paying] = { status: 200, body: { success: true, order: { ...order, status: "finalized" } }, afterMs: 5000 };
    const { submission } = await present();
    apple.authorize();
    apple.cancel();
    await vi.advanceTimersByTimeAsync(0);
    expect(types()).toEqual(["placed", "payment-sent", "answer-lost"]);
    await vi.advanceTimersByTimeAsync(5000);
    await submission;
    expect(types().at(-1)).toBe("paid");
    expect(apple.seen).not.toContain("done");
  });

  it("a payment that takes too long fails the sheet before Apple does, and is pending", async () => {
    answers[paying] = { status: 402, body: {}, afterMs: 40_000 };
    await present();
    apple.authorize();
    await vi.advanceTimersByTimeAsync(sheetLimits.processingMs - 1);
    expect(apple.seen.at(-1)).toBe("work");
    await vi.advanceTimersByTimeAsync(1);
    expect(apple.seen.at(-1)).toBe("failed");
    expect(types()).toEqual(["placed", "payment-sent", "answer-lost"]);
  });

  it("a second press after a failure opens another sheet", async () => {
    answers[paying] = refusal("declined", 402);
    const first = await present();
    apple.authorize();
    await vi.advanceTimersByTimeAsync(0);
    await first.submission;
    answers[paying] = { status: 200, body: { success: true, order: { ...order, status: "finalized" } } };
    answers[validating] = { status: 200, body: { merchantSession: merchantSession() } };
    const second = await present(order);
    apple.authorize();
    await vi.advanceTimersByTimeAsync(0);
    await second.submission;
    expect(types().at(-1)).toBe("paid");
    expect(getCalls(placing)).toHaveLength(1);
  });
});
