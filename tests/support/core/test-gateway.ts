import { randomBytes } from "node:crypto";

import { chooseRefundKind } from "@/lib/gateways/bambora/rules.refunds";

import type {
  Adjustment,
  ChargeOutcome,
  ChargeRequest,
  ListedPayment,
  MoneyKind,
  PaymentGateway,
  RefundOutcome,
  RefundRequest,
} from "@/lib/gateways/payment/port";

export type TestGateway = PaymentGateway & {
  charges: ChargeRequest[];
  /** The gateway's report. A custom `answer` may add captures that it doesn't report. */
  ledger: ListedPayment[];
  money: MoneyKind;
  answer: (request: ChargeRequest) => Promise<ChargeOutcome>;
  refunds: RefundRequest[];
  adjustments: Map<string, Adjustment[]>;
  giveBack: (request: RefundRequest) => Promise<RefundOutcome>;
};

export function approve(request: Pick<ChargeRequest, "amountCents">): ChargeOutcome {
  const transactionId = `7${randomBytes(4).readUInt32BE()}`;
  return {
    kind: "approved",
    transactionId,
    amountCents: request.amountCents,
    code: "1",
    cardType: "VI",
    lastFour: "1234",
  };
}

export function createCapture(
  request: Pick<ChargeRequest, "orderNumber" | "amountCents">,
  overrides: Partial<ListedPayment> = {},
): ListedPayment {
  return {
    transactionId: `8${randomBytes(4).readUInt32BE()}`,
    orderNumber: request.orderNumber,
    kind: "capture",
    approved: true,
    amountCents: request.amountCents,
    currency: "CAD",
    returnedCents: 0,
    voided: false,
    at: null,
    ...overrides,
  };
}

/** Few rows, so that a handful of payments fills several pages. */
const pageRows = 3;

function listLedger(ledger: ListedPayment[], { orderNumber, cursor }: Parameters<PaymentGateway["listPayments"]>[1]) {
  const skip = Number(cursor ?? 0);
  const matching = ledger.filter((payment) => orderNumber === undefined || payment.orderNumber === orderNumber);
  const payments = matching.slice(skip, skip + pageRows);
  return { kind: "listed" as const, payments, nextCursor: payments.length > 0 ? String(skip + payments.length) : null };
}

/** Acts like Bambora: own rows, marks on the payment, and never more than was captured. */
export function giveBack(gateway: TestGateway, request: RefundRequest): RefundOutcome {
  const { kind, amountCents, orderNumber } = request;
  const payment = gateway.ledger.find(({ transactionId }) => transactionId === request.transactionId);
  if (!payment) return { kind: "refused", reason: "refund-refused", code: "314" };
  if (gateway.ledger.some((row) => row.orderNumber === orderNumber)) return { kind: "unknown", code: "788" };
  if (payment.voided) return { kind: "refused", reason: "refund-made-elsewhere", code: "196" };
  if (kind === "void" && payment.returnedCents > 0)
    return { kind: "refused", reason: "refund-not-voidable", code: "192" };
  if (payment.returnedCents + amountCents > payment.amountCents) {
    return { kind: "refused", reason: "refund-made-elsewhere", code: "194" };
  }
  if (kind === "void") payment.voided = true;
  else payment.returnedCents += amountCents;
  const row = createCapture({ orderNumber, amountCents }, { kind });
  gateway.ledger.push(row);
  const { transactionId } = row;
  const earlier = gateway.adjustments.get(payment.transactionId) ?? [];
  gateway.adjustments.set(payment.transactionId, [...earlier, { transactionId, kind, amountCents }]);
  return { kind: "done", transactionId, code: "1" };
}

export function createTestGateway(): TestGateway {
  const gateway: TestGateway = {
    charges: [],
    ledger: [],
    money: "play",
    answer: async (request) => approve(request),
    charge: async (_credentials, request) => {
      gateway.charges.push(request);
      const outcome = await gateway.answer(request);
      if (outcome.kind !== "approved") return outcome;
      const { transactionId, amountCents } = outcome;
      gateway.ledger.push(createCapture({ ...request, amountCents }, { transactionId }));
      return { ...outcome, money: gateway.money };
    },
    readPayment: async (_credentials, transactionId, orderNumber) => {
      const found = gateway.ledger.find((payment) => payment.transactionId === transactionId);
      if (!found || (orderNumber && found.orderNumber !== orderNumber)) return { kind: "not-found" };
      if (!found.approved) return { kind: "refused", reason: "declined", code: "7", transactionId };
      return { ...approve(found), transactionId, money: gateway.money };
    },
    listPayments: async (_credentials, request) => listLedger(gateway.ledger, request),
    refunds: [],
    adjustments: new Map(),
    giveBack: async (request) => giveBack(gateway, request),
    refund: async (_credentials, request) => {
      gateway.refunds.push(request);
      return gateway.giveBack(request);
    },
    chooseRefundKind,
    checkCredentials: async () => "unreachable",
    storeCard: async () => ({ kind: "stored", cardType: "VI", lastFour: "1234" }),
    listAdjustments: async (_credentials, transactionId) => {
      const isKnown = gateway.ledger.some((payment) => payment.transactionId === transactionId);
      return isKnown
        ? { kind: "listed", adjustments: gateway.adjustments.get(transactionId) ?? [] }
        : { kind: "not-found" };
    },
  };
  return gateway;
}

/** The bank answers only when `answer` is called. `asked` resolves when it is charged. */
export function holdBank({ gateway }: { gateway: TestGateway }): { asked: Promise<void>; answer: () => void } {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { answer: approves } = gateway;
  const asked = new Promise<void>((resolve) => {
    gateway.answer = async (request) => {
      resolve();
      await answered;
      return approves(request);
    };
  });
  return { asked, answer };
}
