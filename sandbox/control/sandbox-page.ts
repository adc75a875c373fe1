import type { Account } from "@/sandbox/accounts";
import { sumTransactions } from "@/sandbox/ledger";
import { testCards } from "@/sandbox/test-cards";
import type { Transaction } from "@/sandbox/transaction";
import { localTime } from "@/sandbox/zoned-time";
import { escapeHtml } from "./escape-html";

const shownTransactions = 200;

export function sandboxPage(accounts: Account[], transactions: Transaction[]): string {
  const { capturedCents, returnedCents, voidedCents, netCents } = sumTransactions(transactions);
  const totals = `Captured ${dollars(capturedCents)}, returned ${dollars(returnedCents)}, voided ${dollars(voidedCents)}, left ${dollars(netCents)}.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment sandbox</title>
<link rel="stylesheet" href="/customcheckout/1/sandbox-page.css">
</head>
<body>
<h1>Payment sandbox</h1>
<p>No real money is charged here. ${totals} Mail goes to the <a href="/sandbox/mailbox">mailbox</a>.</p>
${cardTable()}
${ledgerTable(accounts, transactions)}
</body>
</html>
`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function table(caption: string, headings: string[], rows: string[][]): string {
  const head = headings.map((heading) => `<th scope="col">${escapeHtml(heading)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`).join("");
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function groupDigits(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

function cardTable(): string {
  const rows = testCards.map(({ number, brand, result }) => [groupDigits(number), brand, result]);
  return table("Test cards (any future expiry, security code 123, Amex 1234)", ["Number", "Brand", "Result"], rows);
}

function ledgerTable(accounts: Account[], transactions: Transaction[]): string {
  const zones = new Map(accounts.map(({ merchantId, timeZone }) => [merchantId, timeZone]));
  const rows = transactions
    .slice(-shownTransactions)
    .reverse()
    .map((row) => [
      row.id,
      localTime(row.createdMs, zones.get(row.merchantId) ?? "UTC"),
      row.merchantId,
      row.orderNumber,
      row.type,
      row.approved ? "approved" : `refused (${row.messageId})`,
      dollars(row.amountCents),
      row.voided ? "voided" : dollars(row.returnedCents),
      row.card === null ? row.paymentMethod : `${row.card.type} ${row.card.lastFour}`,
    ]);
  const headings = ["Id", "Created", "Merchant", "Order number", "Type", "Answer", "Amount", "Refunded", "Card"];
  return table(`Ledger, newest first, at most ${shownTransactions}`, headings, rows);
}
