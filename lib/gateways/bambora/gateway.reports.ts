import "server-only";

import { hourMs } from "@/lib/durations";
import type { ListedPayment, ListRequest, PaymentGateway, PaymentKind, PaymentList } from "@/lib/gateways/payment/port";
import { toCents } from "@/lib/money";
import type { BamboraCall, BamboraResponse } from "./gateway.http";
import { readMoneyKind } from "./rules.codes";
import type { ReportRow } from "./schema";
import { errorResponseSchema, reportResponseSchema } from "./schema";

/** The service's maximum (docs/bambora.md, Reports). */
const pageSize = 500;

/** Field 5 is the order number; `%3D` is "equals", URL-encoded (docs/bambora.md, Reports). */
const orderNumberField = 5;
const equalsOperator = "%3D";

/** "No transaction found" (docs/bambora.md, Message codes). */
const noTransactionCode = 559;

const kinds: Record<string, PaymentKind> = { P: "capture", PAC: "capture", R: "return", VP: "void" };

/** Needs the reporting passcode. Never throws. */
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

/** The account's time zone is unknown, so the span is widened by `hours`. Rows are filtered by their offset later. */
function toWallClock(at: Date, hours: number): string {
  return new Date(at.getTime() + hours * hourMs).toISOString().slice(0, 19);
}

function countEarlierRows({ cursor }: ListRequest): number {
  return Number(cursor ?? 0);
}

function toQuery(request: ListRequest): Record<string, unknown> {
  const { from, to, orderNumber } = request;
  const skip = countEarlierRows(request);
  return {
    name: "Search",
    start_date: toWallClock(from, -12),
    end_date: toWallClock(to, 14),
    start_row: skip + 1,
    end_row: skip + pageSize,
    criteria: orderNumber ? [{ field: orderNumberField, operator: equalsOperator, value: orderNumber }] : [],
  };
}

/** Null without an offset, because the time could then be several instants. */
function parseInstant(text: string | null | undefined): Date | null {
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
    at: parseInstant(row.trn_date_time),
    money: row.trn_approval_code ? readMoneyKind(row.trn_approval_code) : undefined,
  };
}

function matchesRequest({ at, orderNumber }: ListedPayment, request: ListRequest): boolean {
  const isInTime = !at || (at >= request.from && at <= request.to);
  return isInTime && (request.orderNumber === undefined || orderNumber === request.orderNumber);
}

/** The gateway may answer 404 for an empty list (docs/bambora.md, Reports). A 404 without its code proves nothing. */
function isEmptyReport(status: number, body: unknown): boolean {
  return status === 404 && errorResponseSchema.safeParse(body).data?.code === noTransactionCode;
}

/**
 * The gateway may refuse a page past the end. It accepted earlier pages, so nothing else in the query can be invalid.
 */
function isPastEnd(status: number, body: unknown, request: ListRequest): boolean {
  return countEarlierRows(request) > 0 && status === 400 && errorResponseSchema.safeParse(body).data?.category === 3;
}

/** Only an empty page is surely the last one. The few rows of one order number fit into the first page. */
function isLastPage(records: ReportRow[], { orderNumber }: ListRequest): boolean {
  if (records.length === 0) return true;
  const isOfOneNumber = records.every((record) => record.trn_order_number === orderNumber);
  return isOfOneNumber && records.length < pageSize;
}

function readPage({ status, body }: BamboraResponse, request: ListRequest): PaymentList {
  if (status === 401 || status === 403) return { kind: "not-authorized" };
  if (isEmptyReport(status, body) || isPastEnd(status, body, request))
    return { kind: "listed", payments: [], nextCursor: null };
  const parsed = status === 200 ? reportResponseSchema.safeParse(body) : null;
  if (!parsed?.success) return { kind: "unreachable" };
  const { records } = parsed.data;
  const payments = records.map(toPayment).filter((payment) => matchesRequest(payment, request));
  const nextCursor = isLastPage(records, request) ? null : String(countEarlierRows(request) + records.length);
  return { kind: "listed", payments, nextCursor };
}
