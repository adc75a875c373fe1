import type { AdminAttempt, AdminLine, AdminMail, AdminOrder, AdminRefund } from "@/lib/admin/rules";

import { dollars } from "@/scripts/command/amounts";
import { tableLines } from "@/scripts/command/text-table";

export function orderLines(order: AdminOrder): string[] {
  const { orderCode, orderId, instanceId, status, amount, placedAt, finalizedAt, isTest } = order;
  const times = [`placed ${time(placedAt)}`, ...(finalizedAt ? [`finalized ${time(finalizedAt)}`] : [])];
  return [
    `${orderCode}  ${status}  ${inDollars(amount)}${isTest ? "  TEST" : ""}`,
    `  draw ${instanceId}${orderId ? `, order ${orderId}` : ""}`,
    `  ${times.join(", ")}`,
    `  ${buyerWords(order)}`,
    ...section(
      "Lines",
      left("line", "draw", "package", "tickets", "amount", "numbers", ""),
      order.lines.map(lineCells),
    ),
    ...section("Payments", left("number", "amount", "state", "transaction", "sent"), order.attempts.map(attemptCells)),
    ...section(
      "Refunds",
      left("number", "amount", "of", "state", "transaction", "requested"),
      order.refunds.map(refundCells),
    ),
    ...section("Emails", left("kind", "state", "", "queued", "sent"), order.mails.map(mailCells)),
  ];
}

function inDollars(amount: number): string {
  return dollars(Math.round(amount * 100));
}

/** To the second, in UTC. */
function time(at: string | null): string {
  return at ? `${at.slice(0, 19).replace("T", " ")}Z` : "";
}

function describeState({ state, reason, code }: Pick<AdminAttempt, "state" | "reason" | "code">): string {
  const details = [reason, code === null || code === 1 ? null : `code ${code}`].filter(Boolean).join(", ");
  return details ? `${state} (${details})` : state;
}

function lineCells({ line, poolId, packageId, bundleId, quantity, tickets, amount, numbers }: AdminLine): string[] {
  const range = numbers ? `${numbers.first}-${numbers.last}` : "none";
  const what = bundleId ? `${packageId} of ${bundleId}` : packageId;
  const voiding = numbers?.voidedAt ? `void since ${time(numbers.voidedAt)}` : "";
  return [String(line), poolId, `${quantity} x ${what}`, String(tickets), inDollars(amount), range, voiding];
}

function attemptCells(attempt: AdminAttempt): string[] {
  const { gatewayOrderNumber, transactionId, sentAt, amount, captured } = attempt;
  const sum = captured === null ? inDollars(amount) : `${inDollars(amount)}, captured ${inDollars(captured)}`;
  return [gatewayOrderNumber ?? "", sum, describeState(attempt), transactionId ?? "", time(sentAt)];
}

function refundCells(refund: AdminRefund): string[] {
  const { refundNumber, method, amount, lines, cause, transactionId, requestedAt, deviceId } = refund;
  const what = lines.length > 0 ? `line ${lines.join(", ")}` : cause;
  const from = method === "cash" && deviceId ? ` from the drawer of ${deviceId}` : "";
  const money = `${method} ${inDollars(amount)}${from}`;
  return [refundNumber ?? "", money, what, describeState(refund), transactionId ?? "", time(requestedAt)];
}

/** Emails in the state `bulk` wait like others. */
function mailWords(state: AdminMail["state"]): string {
  if (state === "undeliverable") return "nobody to tell";
  return state === "bulk" ? "waiting" : state;
}

function mailCells({ kind, state, tries, queuedAt, sentAt }: AdminMail): string[] {
  return [kind, mailWords(state), tries === 1 ? "1 try" : `${tries} tries`, time(queuedAt), time(sentAt)];
}

type Headings = Parameters<typeof tableLines>[0];

function section(title: string, headings: Headings, rows: string[][]): string[] {
  return rows.length > 0 ? ["", title, ...tableLines(headings, rows)] : ["", `${title}: none`];
}

const left = (...words: string[]): Headings => words.map((word) => [word, "left"] as const);

function buyerWords({ buyer, erased }: AdminOrder): string {
  if (erased) return `buyer erased ${time(erased.at)}${erased.province ? `, from ${erased.province}` : ""}`;
  return buyer ? `${buyer.name}, ${buyer.maskedEmail}` : "no buyer";
}
