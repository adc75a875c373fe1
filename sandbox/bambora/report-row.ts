import type { Account } from "@/sandbox/accounts";
import type { Transaction } from "@/sandbox/transaction";
import { offsetTime } from "@/sandbox/zoned-time";

/**
 * A row of the report `TransHistoryMinimal`, which has no entry method, approval code or currency (docs/bambora.md,
 * Reports).
 */
export function minimalRow(transaction: Transaction, account: Account, rowId: number): Record<string, string | number> {
  return {
    ...sharedColumns(transaction, account, rowId),
    tax1_amount: 0,
    tax2_amount: 0,
    tip_amount: "0.00",
    notes: "",
  };
}

/** A row of the report `Search`. Amounts are texts, and `trn_response` is 1 if approved (docs/bambora.md, Reports). */
export function fullRow(transaction: Transaction, account: Account, rowId: number): Record<string, string | number> {
  const { card } = transaction;
  return {
    ...sharedColumns(transaction, account, rowId),
    trn_payment_method: transaction.paymentMethod,
    trn_comments: transaction.comments,
    trn_batch_no: 1,
    trn_avs_result: card?.avs.id ?? "U",
    trn_cvd_result: card?.cvdResult ?? 0,
    trn_card_expiry: card === null ? "" : `${card.expiryMonth}${card.expiryYear}`,
    trn_ip: transaction.customerIp,
    trn_approval_code: transaction.approved ? account.approvalCode : "",
    trn_reference: 0,
    product_name: "",
    product_id: "",
    customer_code: "",
    currency_abbr: account.currency,
    merchant_id: Number(account.merchantId),
    merchant_name: account.name,
    entry_method: transaction.entryMethod,
    authorizing_merchant_id: Number(account.merchantId),
  };
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

function contactColumns(prefix: "b" | "s", contact: Record<string, string>): Record<string, string> {
  return {
    [`${prefix}_name`]: contact.name ?? "",
    [`${prefix}_email`]: contact.email_address ?? "",
    [`${prefix}_phone`]: contact.phone_number ?? "",
    [`${prefix}_address1`]: contact.address_line1 ?? "",
    [`${prefix}_address2`]: contact.address_line2 ?? "",
    [`${prefix}_city`]: contact.city ?? "",
    [`${prefix}_province`]: contact.province ?? "",
    [`${prefix}_postal`]: contact.postal_code ?? "",
    [`${prefix}_country`]: contact.country ?? "",
  };
}

function sharedColumns(transaction: Transaction, account: Account, rowId: number): Record<string, string | number> {
  return {
    row_id: rowId,
    trn_id: Number(transaction.id),
    trn_date_time: offsetTime(transaction.createdMs, account.timeZone),
    trn_type: transaction.type,
    trn_order_number: transaction.orderNumber,
    trn_masked_card: transaction.card?.lastFour ?? "",
    trn_amount: dollars(transaction.amountCents),
    trn_returns: dollars(transaction.returnedCents),
    trn_completions: dollars(transaction.completedCents),
    trn_voided: transaction.voided ? 1 : 0,
    trn_response: transaction.approved ? 1 : 0,
    trn_card_type: transaction.card?.type ?? "",
    message_id: transaction.messageId,
    message_text: transaction.message,
    trn_card_owner: transaction.card?.owner ?? "",
    ...contactColumns("b", transaction.billing),
    ...contactColumns("s", transaction.shipping),
    ...transaction.custom,
  };
}
