import "server-only";

import type {
  ChargeOutcome,
  ChargeRefusal,
  ChargeRequest,
  CredentialsCheck,
  LookupOutcome,
  PaymentGateway,
  PaymentSource,
} from "@/lib/gateways/payment/port";
import { toCents, toDollars } from "@/lib/money";
import { wasNeverSent } from "@/lib/platform/http/connections";
import type { BamboraResponse, BamboraSettings } from "./gateway.http";
import { createBamboraCall } from "./gateway.http";
import { createBamboraProfiles } from "./gateway.profiles";
import { createBamboraRefunds } from "./gateway.refunds";
import { createBamboraReports } from "./gateway.reports";
import { isSpentToken, readMoneyKind, toChargeRefusal } from "./rules.codes";
import { chooseRefundKind } from "./rules.refunds";
import type { PaymentResponse } from "./schema";
import { errorResponseSchema, paymentResponseSchema } from "./schema";

/** Short, because an admin waits for the check. */
const checkTimeoutMs = 8_000;

/** The gateway never issues this id. */
const unusedPaymentId = "0";

const unknown: { kind: "unknown"; code: null } = { kind: "unknown", code: null };

/** Documented in docs/bambora.md, The REST API. */
export function createBamboraGateway(settings: BamboraSettings): PaymentGateway {
  const call = createBamboraCall(settings);
  const callWithShortTimeout = createBamboraCall({ ...settings, timeoutMs: checkTimeoutMs });
  return {
    charge: (credentials, request) =>
      // After a lost connection, a timeout or an unreadable body, the payment may have been made.
      call(credentials, "/payments", toPaymentRequest(request)).then(
        (answer) => readCharge(answer, request.orderNumber),
        readFailure,
      ),
    readPayment: (credentials, id, orderNumber) =>
      call(credentials, `/payments/${encodeURIComponent(id)}`).then(
        (answer) => readLookup(answer, orderNumber),
        () => unknown,
      ),
    chooseRefundKind,
    checkCredentials: (credentials) =>
      callWithShortTimeout(credentials, `/payments/${unusedPaymentId}`).then(
        readCredentialsCheck,
        () => "unreachable" as const,
      ),
    ...createBamboraProfiles(call),
    ...createBamboraReports(call),
    ...createBamboraRefunds(call),
  };
}

/** Without `complete: true`, the money is only authorized (docs/bambora.md, Capture of a payment). */
function toMethodFields(source: PaymentSource): Record<string, unknown> {
  switch (source.kind) {
    case "token":
      return { code: source.code, name: source.name, complete: true };
    case "apple_pay":
      return {
        apple_pay_merchant_id: source.merchantId,
        payment_token: source.paymentToken,
        passthrough: false,
        complete: true,
      };
    case "payment_profile":
      return { customer_code: source.customerCode, card_id: 1, complete: true };
  }
}

function toPaymentRequest(request: ChargeRequest): Record<string, unknown> {
  return {
    amount: toDollars(request.amountCents),
    payment_method: request.source.kind,
    order_number: request.orderNumber,
    language: request.language === "fr" ? "fre" : "eng",
    customer_ip: request.customerIp,
    billing: request.billing,
    [request.source.kind]: toMethodFields(request.source),
  };
}

function toApproval(answer: PaymentResponse): ChargeOutcome {
  return {
    kind: "approved",
    transactionId: answer.id,
    amountCents: toCents(answer.amount),
    code: String(answer.message_id),
    cardType: answer.card?.card_type ?? null,
    lastFour: answer.card?.last_four ?? null,
    money: readMoneyKind(answer.auth_code),
  };
}

function createRefusal(reason: ChargeRefusal): ChargeOutcome {
  return { kind: "refused", reason, code: null, transactionId: null };
}

function createCodedRefusal(code: number, reason: ChargeRefusal, transactionId: string | null): ChargeOutcome {
  return { kind: "refused", reason, code: String(code), transactionId, mayHavePaid: isSpentToken(code) };
}

function readFailure(error: unknown): ChargeOutcome {
  return wasNeverSent(error) ? createRefusal("payment-unavailable") : unknown;
}

/** An authorization (`PA`) moves no money, so only sales and their completion count. */
function isRequestedSale({ type, order_number }: PaymentResponse, orderNumber: string | undefined): boolean {
  const isSale = type === undefined || type === "P" || type === "PAC";
  return isSale && (orderNumber === undefined || order_number === undefined || order_number === orderNumber);
}

function readSuccess(body: unknown, orderNumber?: string): ChargeOutcome {
  const parsed = paymentResponseSchema.safeParse(body);
  if (!parsed.success) return unknown;
  if (parsed.data.approved === 1) return isRequestedSale(parsed.data, orderNumber) ? toApproval(parsed.data) : unknown;
  const reason = toChargeRefusal(parsed.data.message_id, 1);
  if (!reason) return { kind: "unknown", code: String(parsed.data.message_id) };
  return createCodedRefusal(parsed.data.message_id, reason, parsed.data.id);
}

function readError({ status, body }: BamboraResponse): ChargeOutcome {
  // 401 and 403 are answered before the payment is processed (docs/bambora.md, Errors).
  if (status === 401 || status === 403) return createRefusal("payment-unavailable");
  const parsed = errorResponseSchema.safeParse(body);
  if (!parsed.success) return unknown;
  const { code, category } = parsed.data;
  // A 5xx proves nothing about the money, whatever code it has.
  const reason = status >= 500 ? null : toChargeRefusal(code, category);
  return reason ? createCodedRefusal(code, reason, null) : { kind: "unknown", code: String(code) };
}

function readCharge(answer: BamboraResponse, orderNumber: string): ChargeOutcome {
  if (answer.status === 200) return readSuccess(answer.body, orderNumber);
  if (answer.status === 302) return createRefusal("card-authentication-required");
  return answer.status >= 400 ? readError(answer) : unknown;
}

function hasOtherNumber(body: unknown, orderNumber: string | undefined): boolean {
  const actual = paymentResponseSchema.safeParse(body).data?.order_number;
  return orderNumber !== undefined && actual !== undefined && actual !== orderNumber;
}

/** Only an answer with the payment says anything about it. Other answers are about the lookup. */
function readLookup({ status, body }: BamboraResponse, orderNumber: string | undefined): LookupOutcome {
  if (status === 200) return hasOtherNumber(body, orderNumber) ? { kind: "not-found" } : readSuccess(body);
  return status === 404 ? { kind: "not-found" } : unknown;
}

function readCredentialsCheck({ status, body }: BamboraResponse): CredentialsCheck {
  if (status === 401 || status === 403) return "refused";
  // Other servers also answer 404, but without the gateway's error body.
  const isNotFound = status === 404 && errorResponseSchema.safeParse(body).success;
  return status === 200 || isNotFound ? "accepted" : "unclear";
}
