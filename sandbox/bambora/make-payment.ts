import type { Account } from "@/sandbox/accounts";
import type { Call, Reply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { decideCard } from "@/sandbox/test-cards";
import type { Transaction } from "@/sandbox/transaction";
import { authorizeCall } from "./authorize-call";
import { GatewayError, gatewayErrorReply, getMessage } from "./gateway-error";
import type { PayingCard } from "./paying-card";
import { checkCard, fingerprintCard, ledgerCard, payingCard } from "./paying-card";
import { paymentReply } from "./payment-reply";
import { readJson } from "./read-json";
import type { PaymentOrder } from "./read-payment";
import { readPayment } from "./read-payment";

/** A fault can change the answer's amount in cents, or make it a refusal with HTTP 200. */
export type BankAnswerChanges = { amountCents?: number | undefined; declineAs200?: boolean | undefined };

/** Refuses with 936 or 937 (token), 52, 14 or 26 (card), 16 or 788 (order number), and the bank's 7, 54, 55 or 158. */
export async function makePayment(state: SandboxState, call: Call, changes: BankAnswerChanges): Promise<Reply> {
  const account = authorizeCall(call, "payments");
  const order = readPayment(readJson(call), account);
  const card = payingCard(state, account, order);
  if (card !== null) checkCard(card, account, state.now());
  refuseDuplicate(state, account, order, card);
  const transaction = await settle(state, account, order, card, changes);
  if (transaction.approved || changes.declineAs200 === true) return paymentReply(transaction, account, call.baseUrl);
  return gatewayErrorReply(transaction.messageId);
}

/**
 * Refuses with 16 if an approved payment has the same amount and card, otherwise with 788. Bambora's exact rule is
 * unconfirmed.
 */
function refuseDuplicate(state: SandboxState, account: Account, order: PaymentOrder, card: PayingCard | null): void {
  if (order.orderNumber === null) return;
  const earlier = state.ledger.list({ merchantId: account.merchantId, orderNumber: order.orderNumber });
  const fingerprint = card === null ? undefined : fingerprintCard(card.number);
  const isSame = (row: Transaction) =>
    row.approved &&
    row.originalId === null &&
    row.amountCents === order.amountCents &&
    row.card?.fingerprint === fingerprint;
  if (earlier.some(isSame)) throw new GatewayError(16);
  if (earlier.length > 0 || state.ledger.isInProcess(account.merchantId, order.orderNumber))
    throw new GatewayError(788);
}

async function askBank(
  state: SandboxState,
  card: PayingCard | null,
  order: PaymentOrder,
  changes: BankAnswerChanges,
): Promise<number> {
  if (changes.declineAs200 === true) return 7;
  if (card === null) return 1;
  const { code, slow } = decideCard(card.number, order.amountCents);
  if (slow) await state.wait(state.settings.slowMs);
  return code;
}

function newTransaction(
  order: PaymentOrder,
  fields: Pick<Transaction, "id" | "merchantId" | "messageId" | "createdMs" | "card">,
): Transaction {
  const { method, orderNumber, ...rest } = order;
  const isReserved = "complete" in method && !method.complete;
  return {
    ...rest,
    ...fields,
    orderNumber: orderNumber ?? fields.id,
    type: isReserved ? "PA" : "P",
    entryMethod: method.kind === "apple_pay" ? "A" : "N",
    paymentMethod: method.kind === "cash" ? "CA" : method.kind === "cheque" ? "CK" : "CC",
    approved: fields.messageId === 1,
    message: getMessage(fields.messageId),
    originalId: null,
    returnedCents: 0,
    completedCents: 0,
    voided: false,
  };
}

async function settle(
  state: SandboxState,
  account: Account,
  order: PaymentOrder,
  card: PayingCard | null,
  changes: BankAnswerChanges,
): Promise<Transaction> {
  const id = state.ledger.nextId();
  const orderNumber = order.orderNumber ?? id;
  state.ledger.begin(account.merchantId, orderNumber);
  try {
    // The money moves when the bank answers, even if the shop has stopped waiting.
    const messageId = await askBank(state, card, order, changes);
    const amountCents = changes.amountCents ?? order.amountCents;
    const transaction = newTransaction(
      { ...order, amountCents },
      { id, merchantId: account.merchantId, messageId, createdMs: state.now(), card: card && ledgerCard(card, order) },
    );
    state.ledger.put(transaction);
    return transaction;
  } finally {
    state.ledger.finish(account.merchantId, orderNumber);
  }
}
