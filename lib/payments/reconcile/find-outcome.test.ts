import { expect, it } from "vitest";

import { createCapture } from "@/tests/support/core/test-gateway";

import { classifyRows } from "./find-outcome";

const capture = createCapture({ orderNumber: "N", amountCents: 2000 }, { transactionId: "1" });

it("one capture is the payment", () => {
  const found = classifyRows([capture]);
  expect(found).toMatchObject({ kind: "captured", payment: { transactionId: "1" }, notRefundedCents: 2000, others: 0 });
});

it("one capture that the report shows twice is one", () => {
  expect(classifyRows([capture, { ...capture }])).toMatchObject({ notRefundedCents: 2000, others: 0 });
});

it("rows without money are not a payment: an authorization on the card, nothing at all", () => {
  expect(classifyRows([])).toEqual({ kind: "nothing" });
  expect(classifyRows([{ ...capture, kind: "other" }])).toEqual({ kind: "nothing" });
});

it("a row that wasn't approved is a decline, unless money was captured beside it", () => {
  const declined = { ...capture, approved: false, transactionId: "0" };
  expect(classifyRows([declined])).toMatchObject({ kind: "refused", payment: { transactionId: "0" } });
  expect(classifyRows([declined, capture])).toMatchObject({ kind: "captured", payment: { transactionId: "1" } });
});

it("money that is gone again is not a payment, however the gateway reports it", () => {
  const gone = [
    [{ ...capture, voided: true }],
    [{ ...capture, returnedCents: 2000 }],
    [capture, { ...capture, kind: "return" as const, transactionId: "2" }],
    [capture, { ...capture, kind: "void" as const, transactionId: "2" }],
  ];
  for (const rows of gone) expect(classifyRows(rows)).toMatchObject({ kind: "reversed" });
});

it("money that is partly gone counts with what is left", () => {
  expect(classifyRows([{ ...capture, returnedCents: 500 }])).toMatchObject({
    kind: "captured",
    notRefundedCents: 1500,
  });
  const ownRow = { ...capture, kind: "return" as const, transactionId: "2", amountCents: 500 };
  expect(classifyRows([capture, ownRow])).toMatchObject({ kind: "captured", notRefundedCents: 1500 });
});

it("of several captures, the first that is still there is the payment", () => {
  const second = { ...capture, transactionId: "2" };
  expect(classifyRows([capture, second])).toMatchObject({
    payment: { transactionId: "1" },
    notRefundedCents: 2000,
    others: 1,
  });
  const voided = [{ ...capture, voided: true }, second];
  expect(classifyRows(voided)).toMatchObject({
    payment: { transactionId: "2" },
    notRefundedCents: 2000,
    others: 0,
  });
});
