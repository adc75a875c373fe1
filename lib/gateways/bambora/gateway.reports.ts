import "server-only";

import type {
  ListedPayment,
  ListRequest,
  PaymentGateway,
  PaymentKind,
  PaymentList,
} from "@/lib/gateways/payment/gateway";
import { toCents } from "@/lib/money";
import type { BamboraAnswer, BamboraCall } from "./gateway.http";
import { moneyOf } from "./rules.codes";
import type { ReportRow } from "./schema";
import { errorAnswerSchema, reportAnswerSchema } from "./schema";

/** Rows of one page; the service allows 500 (docs/bambora.md, Reports). */
const pageRows = 500;

/**
 * Number of the order number among the fields of a criterion, and the operator for equality, URL-encoded
 * (docs/bambora.md, Reports).
 */
const orderNumberField = 5;
const equals = "%3D";

/** The gateway's message id of "no transaction found" (docs/bambora.md, Message codes). */
const noTransactionCode = 559;

const hourMs = 60 * 60_000;

const kinds: Record<string, PaymentKind> = { P: "capture", PAC: "capture", R: "return", VP: "void" };

/**
 * Dates are the wall clock of an account whose time zone nobody tells us: asking from the westernmost to the
 * easternmost clock of the world covers every zone, and the rows, which carry their offset, are narrowed afterwards.
 */
function wallClock(at: Date, hours: number): string {
  return new Date(at.getTime() + hours * hourMs).toISOString().slice(0, 19);
}

/** The cursor is how many rows of the report were read before. */
function rowsBefore({ cursor }: ListRequest): number {
  return Number(cursor ?? 0);
}

function toQuery(request: ListRequest): Record<string, unknown> {
  const { from, to, orderNumber } = request;
  const skip = rowsBefore(request);
  return {
    name: "Search",
    start_date: wallClock(from, -12),
    end_date: wallClock(to, 14),
    start_row: skip + 1,
    end_row: skip + pageRows,
    criteria: orderNumber ? [{ field: orderNumberField, operator: equals, value: orderNumber }] : [],
  };
}

/** A time without an offset names no instant. */
function instantOf(text: string | null | undefined): Date | null {
  if (!text || !/(Z|[+-]\d\d:?\d\d)$/.test(text)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

function toPayment(row: ReportRow): ListedPayment {
  return {
    transactionId: row.trn_id,
    orderNumber: row.trn_order_number,
    kind: kinds[row.trn_type] ?? "other",
    approved: row.trn_response === 1,
    amountCents: toCents(row.trn_amount),
    currency: row.currency_abbr?.trim().toUpperCase() || "CAD",
    returnedCents: toCents(row.trn_returns ?? 0),
    voided: row.trn_voided === 1,
    at: instantOf(row.trn_date_time),
    money: row.trn_approval_code ? moneyOf(row.trn_approval_code) : undefined,
  };
}

function isAskedFor({ at, orderNumber }: ListedPayment, request: ListRequest): boolean {
  const isInTime = !at || (at >= request.from && at <= request.to);
  return isInTime && (request.orderNumber === undefined || orderNumber === request.orderNumber);
}

/**
 * One client saw 404 where the specification has an empty list (docs/bambora.md, Reports). Only the gateway's own code
 * makes it one: any other 404 comes from a wrong address or a proxy, and tells nothing of payments.
 */
function isEmptyReport(status: number, body: unknown): boolean {
  return status === 404 && errorAnswerSchema.safeParse(body).data?.code === noTransactionCode;
}

/**
 * Rows past the last may be refused as wrong input rather than answered by none (docs/bambora.md, Reports, is silent).
 * The same query with other rows was taken before, so that nothing else of it can be wrong.
 */
function isPastEnd(status: number, body: unknown, request: ListRequest): boolean {
  return rowsBefore(request) > 0 && status === 400 && errorAnswerSchema.safeParse(body).data?.category === 3;
}

/**
 * Only an empty page is surely the last: whether the service gives fewer rows than were asked for is not documented.
 * Rows of one number fill no page, so that a page of nothing else shows all of them.
 */
function isLastPage(records: ReportRow[], { orderNumber }: ListRequest): boolean {
  if (records.length === 0) return true;
  const isOfOneNumber = records.every((record) => record.trn_order_number === orderNumber);
  return isOfOneNumber && records.length < pageRows;
}

function readPage({ status, body }: BamboraAnswer, request: ListRequest): PaymentList {
  if (status === 401 || status === 403) return { kind: "not-authorized" };
  if (isEmptyReport(status, body) || isPastEnd(status, body, request))
    return { kind: "listed", payments: [], nextCursor: null };
  const parsed = status === 200 ? reportAnswerSchema.safeParse(body) : null;
  if (!parsed?.success) return { kind: "unreachable" };
  const { records } = parsed.data;
  const payments = records.map(toPayment).filter((payment) => isAskedFor(payment, request));
  const nextCursor = isLastPage(records, request) ? null : String(rowsBefore(request) + records.length);
  return { kind: "listed", payments, nextCursor };
}

/** Lists payments by Bambora's report search, which the reporting passcode opens. Never throws. */
export function createBamboraReports(call: BamboraCall): Pick<PaymentGateway, "listPayments"> {
  return {
    listPayments: async ({ merchantId, reportingPasscode }, request) => {
      if (!reportingPasscode) return { kind: "not-authorized" };
      return call({ merchantId, passcode: reportingPasscode }, "/reports", toQuery(request)).then(
        (answer) => readPage(answer, request),
        () => ({ kind: "unreachable" }),
      );
    },
  };
}
