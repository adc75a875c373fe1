import { describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import type { Transaction } from "@/sandbox/transaction";

import type { Evidence } from "./losses";
import { findLosses, repeatedMails } from "./losses";

const ids = ["A".repeat(26), "B".repeat(26)] as const;

function acknowledged(at: 0 | 1): OrderView {
  const numbers = [{ poolId: "main", first: 3 * at + 1, last: 3 * at + 3, void: false }];
  return { orderId: ids[at], numbers } as OrderView;
}

function captured(orderNumber: string, changes: Partial<Transaction> = {}): Transaction {
  const sale = { type: "P", approved: true, voided: false, amountCents: 500, returnedCents: 0 };
  return { orderNumber, ...sale, ...changes } as Transaction;
}

const order = (at: 0 | 1) => ({
  orderId: ids[at],
  status: "finalized",
  email: `buyer-${at}@example.test`,
  ranges: [`${3 * at + 1}-${3 * at + 3}`],
});

const mail = (at: 0 | 1, messageId = `<${at}>`) => ({ to: `buyer-${at}@example.test`, messageId });

function clean(): Evidence {
  return {
    acknowledged: [acknowledged(0), acknowledged(1)],
    orders: [order(0), order(1)],
    transactions: [captured(ids[0]), captured(`${ids[1]}02`), captured(ids[1], { approved: false })],
    mails: [mail(0), mail(1)],
  };
}

describe("what a run lost", () => {
  it("is nothing if database, bank and mail server have what buyers were told", () => {
    expect(findLosses(clean())).toEqual([]);
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    ["an acknowledged order that isn't there", { orders: [order(0)] }, /B+ was acknowledged, and is undefined/],
    [
      "one that isn't paid",
      { orders: [order(0), { ...order(1), status: "expired" }] },
      /B+ was acknowledged, and is expired/,
    ],
    ["other numbers", { orders: [order(0), { ...order(1), ranges: ["7-9"] }] }, /told the numbers 4-6, and has 7-9/],
    [
      "numbers of two orders",
      { orders: [order(0), { ...order(1), ranges: order(0).ranges }] },
      /1-3 belong to A+ and B+/,
    ],
    [
      "a sale that nobody paid",
      { transactions: [captured(ids[0])] },
      /B+ is finalized, and its money was taken 0 times/,
    ],
    [
      "a sale that was paid twice",
      { transactions: [captured(ids[0]), captured(`${ids[0]}02`), captured(ids[1])] },
      /A+ is finalized, and its money was taken 2 times/,
    ],
    [
      "money that was given back although it was sold",
      { transactions: [captured(ids[0]), captured(ids[1], { returnedCents: 500 })] },
      /B+ is finalized, and its money was taken 0 times/,
    ],
    [
      "money of an order that isn't there",
      { transactions: [...clean().transactions, captured("C".repeat(26))] },
      /Money was taken for C+/,
    ],
    ["a receipt that was never sent", { mails: [mail(0)] }, /B+ got 0 receipts/],
    ["two receipts of one order", { mails: [mail(0), mail(1), mail(1, "<2>")] }, /B+ got 2 receipts/],
  ])("is told: %s", (_what, changes, line) => {
    expect(findLosses({ ...clean(), ...changes }).some((found) => line.test(found))).toBe(true);
  });

  it("is no mail that arrived twice under one Message-ID", () => {
    const mails = [mail(0), mail(1), mail(1)];
    expect(findLosses({ ...clean(), mails })).toEqual([]);
    expect(repeatedMails(mails)).toBe(1);
  });
});
