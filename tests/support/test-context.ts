import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { Context } from "@/lib/context";
import type { OpenDatabase } from "@/lib/db/database";
import { openPglite } from "@/lib/db/open-pglite";
import { openPostgres } from "@/lib/db/open-postgres";
import { importDraw } from "@/lib/draws/import-draw";
import type {
  Adjustment,
  ChargeOutcome,
  ChargeRequest,
  ListedPayment,
  PaymentGateway,
  RefundOutcome,
  RefundRequest,
} from "@/lib/payments/gateway";
import type { MailGateway, OutgoingMail, SendOutcome } from "@/lib/receipts/gateway";
import { createSealer } from "@/lib/seal";
import { drawWith } from "@/tests/support/draw";
import { createDatabase, dropDatabase } from "@/tests/support/postgres-database";
import { unsetProbe } from "@/tests/support/unset-probe";

/** A clock that a test moves by hand. */
export type TestClock = { now: () => Date; advance: (ms: number) => void };

/** A gateway of the test's own making behind the real port; it remembers every charge it was asked for. */
export type TestGateway = PaymentGateway & {
  charges: ChargeRequest[];
  /** What it captured, as its report tells it; `answer` of its own may add what it captured without saying so. */
  ledger: ListedPayment[];
  answer: (request: ChargeRequest) => Promise<ChargeOutcome>;
  /** Every refund that it was asked for, and what it gave back, by the payment's id. */
  refunds: RefundRequest[];
  adjustments: Map<string, Adjustment[]>;
  giveBack: (request: RefundRequest) => Promise<RefundOutcome>;
};

/** A mail server of the test's own making behind the real port; it remembers every mail that it was given. */
export type TestMail = MailGateway & {
  mails: OutgoingMail[];
  answer: (mail: OutgoingMail) => Promise<SendOutcome>;
};

/** What a test of the order core works with. */
export type TestContext = {
  ctx: Context;
  admin: Context;
  clock: TestClock;
  gateway: TestGateway;
  mail: TestMail;
  /** The address of its PostgreSQL database; null on the embedded one. */
  databaseUrl: string | null;
  close: () => Promise<void>;
};

type FreshDatabase = OpenDatabase & { databaseUrl: string | null };

async function openFreshPostgres(server: string): Promise<FreshDatabase> {
  const url = await createDatabase(server, "unit");
  const database = await openPostgres(url);
  const close = async () => {
    await database.close();
    await dropDatabase(server, url);
  };
  return { ...database, close, databaseUrl: url };
}

/** Approves a request as Bambora would. */
export function approve(request: Pick<ChargeRequest, "amountCents">): ChargeOutcome {
  const transactionId = `7${randomBytes(4).readUInt32BE()}`;
  return {
    kind: "approved",
    transactionId,
    amountCents: request.amountCents,
    code: 1,
    cardType: "VI",
    lastFour: "1234",
  };
}

/** A captured payment as the gateway's report lists it. */
export function captureOf(
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

/** Rows of a page of the report: few, so that a handful of payments fills several. */
const pageRows = 3;

function listLedger(ledger: ListedPayment[], { orderNumber, skip = 0 }: Parameters<PaymentGateway["listPayments"]>[1]) {
  const asked = ledger.filter((payment) => orderNumber === undefined || payment.orderNumber === orderNumber);
  const payments = asked.slice(skip, skip + pageRows);
  return { kind: "listed" as const, payments, nextSkip: payments.length > 0 ? skip + payments.length : null };
}

/** Gives money back as Bambora would: rows of their own, marks on the payment, never more than was captured. */
export function giveBack(gateway: TestGateway, request: RefundRequest): RefundOutcome {
  const { kind, amountCents, orderNumber } = request;
  const payment = gateway.ledger.find(({ transactionId }) => transactionId === request.transactionId);
  if (!payment) return { kind: "refused", reason: "refund-refused", code: 314 };
  if (gateway.ledger.some((row) => row.orderNumber === orderNumber)) return { kind: "unknown", code: 788 };
  if (payment.voided) return { kind: "refused", reason: "refund-made-elsewhere", code: 196 };
  if (payment.returnedCents + amountCents > payment.amountCents) {
    return { kind: "refused", reason: "refund-made-elsewhere", code: 194 };
  }
  if (kind === "void") payment.voided = true;
  else payment.returnedCents += amountCents;
  const row = captureOf({ orderNumber, amountCents }, { kind });
  gateway.ledger.push(row);
  const { transactionId } = row;
  const earlier = gateway.adjustments.get(payment.transactionId) ?? [];
  gateway.adjustments.set(payment.transactionId, [...earlier, { transactionId, kind, amountCents }]);
  return { kind: "done", transactionId, code: 1 };
}

function createTestGateway(): TestGateway {
  const gateway: TestGateway = {
    charges: [],
    ledger: [],
    answer: async (request) => approve(request),
    charge: async (_credentials, request) => {
      gateway.charges.push(request);
      const outcome = await gateway.answer(request);
      if (outcome.kind === "approved") {
        const { transactionId, amountCents } = outcome;
        gateway.ledger.push(captureOf({ ...request, amountCents }, { transactionId }));
      }
      return outcome;
    },
    readPayment: async (_credentials, transactionId, orderNumber) => {
      const found = gateway.ledger.find((payment) => payment.transactionId === transactionId);
      if (!found || (orderNumber && found.orderNumber !== orderNumber)) return { kind: "not-found" };
      if (!found.approved) return { kind: "refused", reason: "declined", code: 7, transactionId };
      return { ...approve(found), transactionId };
    },
    listPayments: async (_credentials, request) => listLedger(gateway.ledger, request),
    refunds: [],
    adjustments: new Map(),
    giveBack: async (request) => giveBack(gateway, request),
    refund: async (_credentials, request) => {
      gateway.refunds.push(request);
      return gateway.giveBack(request);
    },
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

function createTestMail(): TestMail {
  const mail: TestMail = {
    mails: [],
    answer: async () => ({ kind: "sent" }),
    send: (given) => {
      mail.mails.push(given);
      return mail.answer(given);
    },
  };
  return mail;
}

/** Opens a fresh, migrated database: PostgreSQL where `TEST_DATABASE_URL` is set, else the embedded one in memory. */
export async function openTestContext(start = new Date("2026-11-20T18:00:00Z")): Promise<TestContext> {
  const server = process.env.TEST_DATABASE_URL;
  const database = server ? await openFreshPostgres(server) : { ...(await openPglite()), databaseUrl: null };
  let at = start.getTime();
  const clock: TestClock = {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
  const gateway = createTestGateway();
  const mail = createTestMail();
  const ctx: Context = {
    db: database.db,
    gateway,
    applePay: null,
    boarding: null,
    probe: unsetProbe,
    mail,
    sealer: createSealer(randomBytes(32)),
    now: clock.now,
    random: (bytes) => randomBytes(bytes),
    wait,
    actor: { kind: "buyer", clientKey: "", address: null },
    mode: "test",
    checkoutHost: "https://tickets.example.test",
  };
  return {
    ctx,
    admin: { ...ctx, actor: { kind: "admin" } },
    clock,
    gateway,
    mail,
    databaseUrl: database.databaseUrl,
    close: database.close,
  };
}

/** The context of another browser. */
export function asClient(ctx: Context, clientKey: string): Context {
  return { ...ctx, actor: { kind: "buyer", clientKey, address: null } };
}

/** Imports a draw and fails the test when it is refused. */
export async function importTestDraw(admin: Context, draw: unknown): Promise<void> {
  const imported = await importDraw(admin, draw);
  if (!imported.ok) throw new Error(`The draw was refused: ${JSON.stringify(imported)}`);
}

const dayMs = 24 * 60 * 60_000;

/** A draw that is open around `now`, sold singly for $10 (`one`) or by five for $20 (`five`); any field may be overridden. */
export function drawAt(now: Date, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...drawWith({ id: "test-draw" }),
    startDate: new Date(now.getTime() - dayMs).toISOString(),
    endDate: new Date(now.getTime() + 7 * dayMs).toISOString(),
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 10 },
      { id: "five", tickets: 5, price: 20, highlighted: true },
    ],
    ...overrides,
  };
}
