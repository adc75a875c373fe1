import type { Account } from "@/sandbox/accounts";
import type { Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { LedgerCard, Transaction } from "@/sandbox/transaction";
import { localTime } from "@/sandbox/zoned-time";

/** The key is `rel`, unlike in Bambora's specification (docs/bambora.md, Payment answers). */
export type Link = { rel: "void" | "return" | "complete"; href: string; method: "POST" };

const pathByRelation: Record<Link["rel"], string> = { void: "void", return: "returns", complete: "completions" };

const relationsByType: Record<Transaction["type"], Link["rel"][]> = {
  P: ["void", "return"],
  PA: ["complete"],
  PAC: ["return", "complete"],
  R: ["void", "return"],
  VP: [],
  VR: [],
};

export function createLinks(transaction: Transaction, baseUrl: string): Link[] {
  return relationsByType[transaction.type].map((rel) => ({
    rel,
    href: `${baseUrl}/v1/payments/${transaction.id}/${pathByRelation[rel]}`,
    method: "POST",
  }));
}

function saleCard(card: LedgerCard): object {
  return {
    card_type: card.type,
    last_four: card.lastFour,
    card_bin: card.bin,
    address_match: card.avs.street ? 1 : 0,
    postal_result: card.avs.postal ? 1 : 0,
    avs_result: card.avs.processed && card.avs.id === "Y" ? "1" : "0",
    cvd_result: String(card.cvdResult),
    avs: { id: card.avs.id, message: card.avs.message, processed: card.avs.processed },
  };
}

// In recorded answers, completions, returns and voids have neither `last_four` nor an address check.
function adjustmentCard(card: LedgerCard): object {
  return {
    card_type: card.type,
    address_match: 0,
    postal_result: 0,
    avs_result: "0",
    cvd_result: "1",
    cavv_result: "",
    avs: { id: "U", message: "Address information is unavailable.", processed: false },
  };
}

/** Strings and `amount` in dollars are documented in docs/bambora.md, Payment answers. A void has no links. */
export function paymentReply(transaction: Transaction, account: Account, baseUrl: string): Reply {
  const { card } = transaction;
  const links = createLinks(transaction, baseUrl);
  const body = {
    id: transaction.id,
    authorizing_merchant_id: Number(account.merchantId),
    approved: transaction.approved ? "1" : "0",
    message_id: String(transaction.messageId),
    message: transaction.message,
    auth_code: transaction.approved ? account.approvalCode : "",
    created: localTime(transaction.createdMs, account.timeZone),
    order_number: transaction.orderNumber,
    type: transaction.type,
    payment_method: transaction.paymentMethod,
    risk_score: 0,
    amount: transaction.amountCents / 100,
    custom: transaction.custom,
    ...(card !== null && { card: transaction.originalId === null ? saleCard(card) : adjustmentCard(card) }),
    ...(links.length > 0 && { links }),
  };
  return jsonReply(200, body, { "merchant-id": account.merchantId, "order-number": transaction.orderNumber });
}
