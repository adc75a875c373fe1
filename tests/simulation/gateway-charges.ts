import type { ChargeOutcome, ChargeRequest, PaymentGateway } from "@/lib/gateways/payment/port";
import { getToken } from "@/lib/payments/pay/rules";

import type { Capture } from "./bank";
import type { BankCall } from "./bank-call";
import { dieDuring } from "./bank-call";
import { minuteMs, secondMs } from "./clock";

/** In ms (docs/design.md, Gateway time limit). */
const timeoutMs = 20 * secondMs;

const answerLost = new Set([
  "request-lost",
  "answer-lost",
  "decline-answer-lost",
  "captured-later",
  "report-lags",
  "wrong-amount-answer-lost",
]);
const capturing = new Set([
  "none",
  "answer-lost",
  "answer-slow",
  "error-after",
  "duplicate-after",
  "captured-later",
  "report-lags",
  "wrong-amount",
  "wrong-amount-answer-lost",
  "dies-after",
]);

export function createCharges(bankCall: BankCall): Pick<PaymentGateway, "charge"> {
  const { turns, call, bank, clock } = bankCall;
  return {
    charge: async (_credentials, request) => {
      const fault = await turns.take(call, "charge", `charge ${request.orderNumber}`);
      if (fault === "dies-before") return dieDuring(bankCall);
      if (fault !== "request-lost")
        bank.charged.push({ orderNumber: request.orderNumber, token: getToken(request.source) });
      const answer = fault === "request-lost" ? null : createAnswer(bankCall, request, fault);
      if (fault === "dies-after") return dieDuring(bankCall);
      if (fault === "answer-slow") await turns.take(call, "pause", "a slow answer", clock.now() + size(bankCall));
      if (!answerLost.has(fault) && answer) return answer;
      await turns.take(call, "pause", "an answer that does not come", clock.now() + timeoutMs);
      return { kind: "unknown", code: null };
    },
  };
}

function capture({ bank, clock, size }: BankCall, request: ChargeRequest, fault: string): Capture {
  const at = clock.now() + (fault === "captured-later" ? 30 * secondMs + size() * 40 * minuteMs : 0);
  const captured: Capture = {
    transactionId: bank.nextId(),
    orderNumber: request.orderNumber,
    amountCents: request.amountCents + (fault.startsWith("wrong-amount") ? 100 : 0),
    at,
    visibleAt: at + (fault === "report-lags" ? 10 * secondMs + size() * 20 * minuteMs : 0),
    reversals: [],
  };
  bank.captures.push(captured);
  return captured;
}

function declineAt({ bank, clock }: BankCall, { orderNumber, amountCents }: ChargeRequest): string {
  const transactionId = bank.nextId();
  bank.declined.push({ transactionId, orderNumber, amountCents, at: clock.now() });
  return transactionId;
}

function toApproval({ transactionId, amountCents }: Capture): ChargeOutcome {
  return { kind: "approved", transactionId, amountCents, code: "1", cardType: "VI", lastFour: "1234" };
}

function createAnswer(bankCall: BankCall, request: ChargeRequest, fault: string): ChargeOutcome {
  if (fault.startsWith("decline")) {
    const transactionId = declineAt(bankCall, request);
    return { kind: "refused", reason: "declined", code: "7", transactionId };
  }
  const captured = capturing.has(fault) ? capture(bankCall, request, fault) : null;
  if (fault.startsWith("duplicate")) return { kind: "unknown", code: fault === "duplicate-after" ? "788" : "16" };
  if (!captured || fault.startsWith("error")) return { kind: "unknown", code: null };
  return toApproval(captured);
}

function size(bankCall: BankCall): number {
  return bankCall.size() * timeoutMs;
}
