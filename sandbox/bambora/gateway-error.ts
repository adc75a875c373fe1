import type { Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";

/** `field` is a colon path such as `billing:name` (docs/bambora.md, Errors). */
export type ErrorDetail = { field: string; message: string };

/** 1: the bank's answer, 2: business rule, 3: input, 4: technical failure (docs/bambora.md, Errors). */
type Category = 1 | 2 | 3 | 4;

const statusByCategory: Record<Category, number> = { 1: 402, 2: 402, 3: 400, 4: 500 };

// Texts are the cardholder column of Bambora's table of gateway messages. Categories missing in the table, and HTTP 402
// for card input that the gateway checks (14, 26, 52), are assumptions.
const codes: Record<number, { category: Category; message: string; status?: number }> = {
  7: { category: 1, message: "DECLINE" },
  14: { category: 3, message: "Invalid expiration date", status: 402 },
  16: { category: 2, message: "Duplicate Transaction - This transaction has already been approved" },
  17: { category: 2, message: "Customer code already exists" },
  21: { category: 3, message: "Validation is less than the minimum amount" },
  22: { category: 3, message: "Validation greater than maximum amount" },
  26: { category: 3, message: "Invalid expiry date", status: 402 },
  49: { category: 3, message: "Invalid transaction request string" },
  50: { category: 3, message: "Invalid transaction type" },
  51: { category: 1, message: "DECLINE" },
  52: { category: 3, message: "Invalid Card Number", status: 402 },
  53: { category: 4, message: "Application Error - Sending Request" },
  54: { category: 4, message: "Transaction timeout - No available device" },
  55: { category: 4, message: "Transaction timeout - No transaction Response" },
  56: { category: 4, message: "Application Error - Retrieving Response" },
  158: { category: 1, message: "DECLINE - Timeout" },
  190: { category: 4, message: "Unknown transaction response" },
  191: { category: 3, message: "Invalid Transaction Amount" },
  192: { category: 2, message: "Transaction cannot be voided after being returned" },
  193: { category: 2, message: "Amount does not match the transaction you are modifying." },
  194: { category: 2, message: "Transaction exceeds return limit." },
  195: { category: 2, message: "Invalid adjustment amount." },
  196: { category: 2, message: "Original purchase transaction has been voided" },
  197: { category: 2, message: "Transactions cannot be adjusted to a zero or negative value" },
  200: { category: 2, message: "Transaction cannot be adjusted" },
  202: { category: 3, message: "Invalid order number" },
  203: { category: 2, message: "Pre-Authorization already completed" },
  204: { category: 2, message: "Declined: Use Pre-Auth Completion" },
  205: { category: 2, message: "Transaction only voidable on the date processed" },
  208: { category: 2, message: "Completion greater than remaining reserve amount." },
  209: { category: 2, message: "Merchant Account Disabled", status: 403 },
  211: { category: 4, message: "Service Unavailable - Please try again later" },
  214: { category: 1, message: "Transaction reversed" },
  215: { category: 1, message: "Address Validation Failed" },
  311: { category: 1, message: "3D Secure Failed" },
  312: { category: 2, message: "Card type not accepted" },
  313: { category: 2, message: "DECLINE" },
  314: {
    category: 3,
    message: "Missing or invalid payment information - Please validate all required payment information.",
  },
  317: { category: 3, message: "Authentication Failed", status: 401 },
  558: { category: 1, message: "Decline" },
  559: { category: 3, message: "No Transaction Found", status: 404 },
  560: { category: 2, message: "Transaction In Process" },
  681: { category: 2, message: "Payment method not accepted on this account" },
  788: { category: 2, message: "Duplicate Order Number - This order number has already been processed" },
  800: { category: 2, message: "Invalid customer code (token)" },
  821: { category: 1, message: "Declined" },
  822: { category: 1, message: "Declined" },
  935: { category: 4, message: "Adjustment failed, please wait one minute and retry" },
  936: { category: 2, message: "Declined please try again" },
  937: { category: 2, message: "Declined please try again" },
  938: { category: 2, message: "Authentication is required to process this transaction" },
  944: { category: 2, message: "Card entry method not accepted" },
  1134: { category: 2, message: "Transaction cannot be voided" },
  1135: { category: 2, message: "Amount in the request does not match the amount in the payment token." },
  1194: { category: 2, message: "Declined" },
  1195: { category: 2, message: "Declined" },
  1196: { category: 2, message: "Declined" },
  1197: { category: 2, message: "Declined" },
  1198: { category: 2, message: "Declined" },
};

export class GatewayError extends Error {
  readonly code: number;
  readonly details: ErrorDetail[];
  constructor(code: number, details: ErrorDetail[] = []) {
    super(`gateway code ${code}`);
    this.code = code;
    this.details = details;
  }
}

export function isGatewayCode(code: number): boolean {
  return codes[code] !== undefined;
}

export function getMessage(code: number): string {
  return code === 1 ? "Approved" : (codes[code]?.message ?? "Declined");
}

export function gatewayErrorReply(code: number, details: ErrorDetail[] = []): Reply {
  const { category, status } = codes[code] ?? { category: 1 as const, status: undefined };
  const body = { code, category, message: getMessage(code), reference: "" };
  return jsonReply(status ?? statusByCategory[category], details.length === 0 ? body : { ...body, details });
}

/** An HTTP error (404, 405, 413, 415, 5xx) in the same format, with category 4 from 500 on, otherwise 3. */
export function httpErrorReply(status: number, message: string, headers: Record<string, string> = {}): Reply {
  const category: Category = status >= 500 ? 4 : 3;
  return jsonReply(status, { code: status, category, message, reference: "" }, headers);
}
