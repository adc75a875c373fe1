import type { Account } from "@/sandbox/accounts";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { LedgerCard, Transaction } from "@/sandbox/transaction";
import { localTime } from "@/sandbox/zoned-time";
import { authorizeCall } from "./authorize-call";
import { GatewayError } from "./gateway-error";
import { createLinks } from "./payment-reply";

/**
 * Returns numbers where a POST returns strings (docs/bambora.md, Payment answers). Refuses unknown ids with 559 (HTTP
 * 404).
 */
export function readTransaction(state: SandboxState, call: Call, id: string): Reply {
  const account = authorizeCall(call, "payments");
  const transaction = state.ledger.read(account.merchantId, id);
  if (transaction === null) throw new GatewayError(559);
  const body = {
    id: Number(transaction.id),
    authorizing_merchant_id: Number(account.merchantId),
    approved: transaction.approved ? 1 : 0,
    message_id: transaction.messageId,
    message: transaction.message,
    auth_code: transaction.approved ? account.approvalCode : "",
    created: localTime(transaction.createdMs, account.timeZone),
    amount: transaction.amountCents / 100,
    order_number: transaction.orderNumber,
    type: transaction.type,
    comments: transaction.comments,
    batch_number: "1",
    total_refunds: transaction.returnedCents / 100,
    total_completions: transaction.completedCents / 100,
    payment_method: transaction.paymentMethod,
    ...(transaction.card !== null && { card: cardDetails(transaction.card) }),
    billing: transaction.billing,
    shipping: transaction.shipping,
    custom: transaction.custom,
    adjusted_by: adjustments(state, transaction, account, call.baseUrl),
    links: createLinks(transaction, call.baseUrl),
  };
  return jsonReply(200, body, { "merchant-id": account.merchantId, "order-number": transaction.orderNumber });
}

function cardDetails(card: LedgerCard): object {
  return {
    name: card.owner,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    card_type: card.type,
    last_four: card.lastFour,
    card_bin: card.bin,
    avs_result: card.avs.processed && card.avs.id === "Y" ? "1" : "0",
    cvd_result: String(card.cvdResult),
    avs: { id: card.avs.id, message: card.avs.message, processed: card.avs.processed },
  };
}

function adjustments(state: SandboxState, transaction: Transaction, account: Account, baseUrl: string): object[] {
  return state.ledger
    .list({ merchantId: account.merchantId })
    .filter(({ originalId }) => originalId === transaction.id)
    .map((row) => ({
      id: Number(row.id),
      type: row.type,
      approval: row.approved ? 1 : 0,
      message: row.message,
      amount: row.amountCents / 100,
      created: localTime(row.createdMs, account.timeZone),
      url: `${baseUrl}/v1/payments/${row.id}`,
    }));
}
