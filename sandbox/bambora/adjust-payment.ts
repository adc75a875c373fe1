import type { Account } from "@/sandbox/accounts";
import type { Call, Reply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Transaction, TransactionType } from "@/sandbox/transaction";
import { easternDay } from "@/sandbox/zoned-time";
import { authorizeCall } from "./authorize-call";
import { GatewayError } from "./gateway-error";
import { paymentReply } from "./payment-reply";
import { readJson } from "./read-json";
import { readAmount, readOrderNumber } from "./read-payment";

export type AdjustmentKind = "completions" | "returns" | "void";

type Adjustment = { type: TransactionType; original: Transaction };

/** Refuses with 314 on `adjId` (unknown id), and with 191-208 and 1134 (Bambora 1.7). */
export function adjustPayment(state: SandboxState, call: Call, id: string, kind: AdjustmentKind): Reply {
  const account = authorizeCall(call, "payments");
  const body = readJson(call);
  const found = state.ledger.read(account.merchantId, id);
  if (found === null) throw new GatewayError(314, [{ field: "adjId", message: "Invalid adjustment id" }]);
  const amountCents = readCents(body.amount);
  const orderNumber = adjustmentNumber(state, account, found, readOrderNumber(body.order_number));
  const { type, original } = adjust(kind, found, amountCents, state.now());
  state.ledger.put(original);
  if (kind === "void") releaseReturn(state, original);
  const adjustment: Transaction = {
    ...original,
    id: state.ledger.nextId(),
    orderNumber,
    amountCents,
    type,
    createdMs: state.now(),
    originalId: original.id,
    returnedCents: 0,
    completedCents: 0,
    voided: false,
  };
  state.ledger.put(adjustment);
  return paymentReply(adjustment, account, call.baseUrl);
}

function complete(original: Transaction, amountCents: number): Adjustment {
  if (original.type !== "PA") throw new GatewayError(200);
  if (original.completedCents > 0) throw new GatewayError(203);
  if (amountCents > original.amountCents) throw new GatewayError(208);
  return { type: "PAC", original: { ...original, completedCents: amountCents } };
}

// Completed authorizations are returned through the completion (docs/bambora.md, Voids and returns).
function returnPayment(original: Transaction, amountCents: number): Adjustment {
  if (original.type === "PA") throw new GatewayError(204);
  if (original.type !== "P" && original.type !== "PAC") throw new GatewayError(200);
  if (original.voided) throw new GatewayError(196);
  if (original.returnedCents + amountCents > original.amountCents) throw new GatewayError(194);
  return { type: "R", original: { ...original, returnedCents: original.returnedCents + amountCents } };
}

// A void needs the whole amount, on the day of the sale in Eastern time (docs/bambora.md, Voids and returns).
function voidPayment(original: Transaction, amountCents: number, nowMs: number): Adjustment {
  if (original.type !== "P" && original.type !== "R") throw new GatewayError(1134);
  if (original.voided) throw new GatewayError(196);
  if (original.returnedCents > 0) throw new GatewayError(192);
  if (original.amountCents !== amountCents) throw new GatewayError(193);
  if (easternDay(original.createdMs) !== easternDay(nowMs)) throw new GatewayError(205);
  return { type: original.type === "R" ? "VR" : "VP", original: { ...original, voided: true } };
}

function adjust(kind: AdjustmentKind, original: Transaction, amountCents: number, nowMs: number): Adjustment {
  if (!original.approved) throw new GatewayError(200);
  if (kind === "completions") return complete(original, amountCents);
  return kind === "returns" ? returnPayment(original, amountCents) : voidPayment(original, amountCents, nowMs);
}

function readCents(value: unknown): number {
  if (typeof value === "number" && value <= 0) throw new GatewayError(197);
  return readAmount(value);
}

// Like a recorded completion, it inherits the original's number. It is unconfirmed that other known numbers are
// refused.
function adjustmentNumber(state: SandboxState, account: Account, original: Transaction, wanted: string | null): string {
  if (wanted === null || wanted === original.orderNumber) return original.orderNumber;
  const transactions = state.ledger.list({ merchantId: account.merchantId, orderNumber: wanted });
  if (transactions.length > 0) throw new GatewayError(788);
  return wanted;
}

function releaseReturn(state: SandboxState, voided: Transaction): void {
  if (voided.type !== "R" || voided.originalId === null) return;
  const sale = state.ledger.read(voided.merchantId, voided.originalId);
  if (sale !== null) state.ledger.put({ ...sale, returnedCents: sale.returnedCents - voided.amountCents });
}
