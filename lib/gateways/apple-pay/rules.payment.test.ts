import { describe, expect, it } from "vitest";

import { toBillingDetails } from "./rules.contacts";
import type { SheetToken } from "./rules.payment";
import { createAppleOrderNumber, encodeToken, toApplePayPayment } from "./rules.payment";

const paymentData = { data: "ZGF0YQ==", signature: "c2ln", header: { transactionId: "ab12" }, version: "EC_v1" };
const orderId = "0123456789ABCDEFGHJKMNPQRS";

function decode(base64: string): unknown {
  return JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
}

describe("the token", () => {
  it("is only the payment data if that is complete", () => {
    expect(decode(encodeToken({ paymentData, transactionIdentifier: "x" }))).toEqual(paymentData);
  });

  it.each(["data", "signature", "header", "version"] as const)("is the whole object if %s is missing", (key) => {
    const token: SheetToken = { paymentData: { ...paymentData, [key]: undefined }, transactionIdentifier: "x" };
    expect(decode(encodeToken(token))).toEqual(JSON.parse(JSON.stringify(token)));
  });

  it.each([[{}], [null], [undefined], ["text"]])("is the whole object if the payment data is %j", (data) => {
    expect(decode(encodeToken({ paymentData: data, transactionIdentifier: "x" }))).toMatchObject({
      transactionIdentifier: "x",
    });
  });

  it("survives characters outside Latin-1", () => {
    const token = { paymentMethod: { displayName: "Visa de Zoë 漢字 🎟" } };
    expect(decode(encodeToken(token))).toEqual(token);
  });
});

describe("the order number", () => {
  it("is AP and the order", () => {
    expect(createAppleOrderNumber(orderId, 0)).toBe(`AP${orderId}`);
    expect(createAppleOrderNumber(orderId, 0).length).toBeLessThanOrEqual(30);
  });

  it("is AP- and the time in base 36 without an order", () => {
    expect(createAppleOrderNumber(null, Date.parse("2026-11-20T12:00:00Z"))).toBe("AP-mwoxfuo0");
  });
});

it("the payment has the fields of the specification and no empty ones", () => {
  const shippingContact = {
    givenName: "Zoë",
    familyName: "Côté",
    emailAddress: "zoe@example.test",
    phoneNumber: "+1 (416) 555-0199",
    addressLines: ["1 Main St"],
    locality: "Toronto",
    administrativeArea: "ON",
    postalCode: "m5v 3l9",
  };
  const payment = toApplePayPayment({
    amount: 25.499999,
    orderNumber: createAppleOrderNumber(orderId, 0),
    merchantId: "merchant.example",
    token: { paymentData },
    billing: toBillingDetails({ shippingContact }),
  });
  expect(payment).toEqual({
    amount: 25.5,
    payment_method: "apple_pay",
    order_number: `AP${orderId}`,
    billing: {
      name: "Zoë Côté",
      address_line1: "1 Main St",
      city: "Toronto",
      province: "ON",
      country: "CA",
      postal_code: "M5V 3L9",
      email_address: "zoe@example.test",
      phone_number: "14165550199",
    },
    apple_pay: {
      passthrough: false,
      apple_pay_merchant_id: "merchant.example",
      payment_token: Buffer.from(JSON.stringify(paymentData)).toString("base64"),
      complete: true,
    },
  });
});
