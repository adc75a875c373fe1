import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuthorizedPayment } from "@/components/payment/apple-pay/apple-pay-api";
import { createSheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { walletRoot } from "@/tests/support/sandbox/wallet";
import { applePayWithoutSheet, merchantSession, rosalie } from "@/tests/support/views/apple-pay-sheet";
import type { SignedParts } from "./apple/wallet-signature";
import { isSignedToken } from "./apple/wallet-signature";
import { sheetTimeoutMs } from "./browser/apple-pay-session.js";

const request = createSheetRequest({ label: "Test Foundation", cents: 1000 }, [{ label: "10 tickets", cents: 1000 }]);
const total = request.total;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function begin(apple = applePayWithoutSheet()) {
  const session = new apple.api.Session(14, request);
  const events: string[] = [];
  const payments: AuthorizedPayment[] = [];
  session.onvalidatemerchant = () => events.push("validate");
  session.oncancel = () => events.push("cancel");
  session.onpaymentauthorized = ({ payment }) => {
    events.push("authorized");
    payments.push(payment);
  };
  session.begin();
  return { apple, session, events, payments };
}

async function presented() {
  const started = begin();
  await vi.advanceTimersByTimeAsync(0);
  started.session.completeMerchantValidation(merchantSession());
  await vi.advanceTimersByTimeAsync(0);
  return started;
}

type PaymentData = { data: string; signature: string; header: Omit<SignedParts, "data"> };

function getPaymentData(payment: AuthorizedPayment | undefined): PaymentData {
  if (payment === undefined) throw new Error("Nothing was authorized");
  return payment.token.paymentData as PaymentData;
}

describe("the constructor", () => {
  it.each<[string, object, string]>([
    ["no total", { total: undefined }, "total"],
    ["a negative total", { total: { label: "x", amount: "-10.00" } }, "total"],
    ["no 3-D Secure", { merchantCapabilities: ["supportsCredit"] }, "merchantCapabilities"],
    ["an unknown network", { supportedNetworks: ["mastercard"] }, "supportedNetworks"],
    ["an unknown contact field", { requiredShippingContactFields: ["emailAddress"] }, "requiredShippingContactFields"],
    ["a field that Apple does not have", { amount: "10.00" }, "amount"],
  ])("refuses a request with %s", (_what, change, named) => {
    const { api } = applePayWithoutSheet();
    expect(() => new api.Session(14, { ...request, ...change })).toThrow(`${named} is invalid`);
  });

  it("refuses an unknown version", () => {
    const { api } = applePayWithoutSheet();
    expect(() => new api.Session(15, request)).toThrow("not a supported version");
  });

  it("refuses a session outside of a user gesture", () => {
    const apple = applePayWithoutSheet();
    apple.leaveGesture();
    expect(() => new apple.api.Session(14, request)).toThrow("from a user gesture handler");
  });
});

describe("a session", () => {
  it("is the only one on its page", () => {
    const { apple } = begin();
    const second = new apple.api.Session(14, request);
    expect(() => second.begin()).toThrow("already has an active payment session");
  });

  it("refuses every call out of order", async () => {
    const { apple, session } = begin();
    expect(() => session.begin()).toThrow("already active");
    expect(() => session.completeMerchantValidation(merchantSession())).toThrow("completeMerchantValidation");
    await vi.advanceTimersByTimeAsync(0);
    session.completeMerchantValidation(merchantSession());
    expect(() => session.completeMerchantValidation(merchantSession())).toThrow("completeMerchantValidation");
    expect(() => session.completePayment({ status: 0 })).toThrow("completePayment");
    expect(() => session.completeShippingContactSelection({ newTotal: total, newLineItems: [], errors: [] })).toThrow(
      "Selection",
    );
    expect(() => new apple.api.Session(14, request).abort()).toThrow("abort");
    session.abort();
    expect(() => session.abort()).toThrow("abort");
  });

  it.each<[string, Record<string, unknown>]>([
    ["that has expired", { expiresAt: Date.now() - 1 }],
    ["of another domain", { domainName: "other.test" }],
    ["without an identifier", { merchantSessionIdentifier: "" }],
  ])("is cancelled for a merchant session %s", async (_what, change) => {
    const { session, events } = begin();
    await vi.advanceTimersByTimeAsync(0);
    session.completeMerchantValidation(merchantSession(change));
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(["validate", "cancel"]);
  });

  it("accepts a merchant session once", async () => {
    const { apple, session } = await presented();
    const used = merchantSession();
    session.abort();
    for (const expected of [["validate"], ["validate", "cancel"]]) {
      const next = begin(apple);
      await vi.advanceTimersByTimeAsync(0);
      next.session.completeMerchantValidation(used);
      await vi.advanceTimersByTimeAsync(0);
      expect(next.events).toEqual(expected);
      if (expected.length === 1) next.session.abort();
    }
  });

  it("ends on its own if the page keeps it waiting", async () => {
    const unanswered = begin();
    await vi.advanceTimersByTimeAsync(sheetTimeoutMs);
    expect(unanswered.events).toEqual(["validate", "cancel"]);
    const { apple, events } = await presented();
    apple.authorize();
    await vi.advanceTimersByTimeAsync(sheetTimeoutMs);
    expect(events).toEqual(["validate", "authorized", "cancel"]);
  });

  it("can be cancelled by the buyer after authorization, and then accepts no answer", async () => {
    const { apple, session, events } = await presented();
    apple.authorize();
    apple.cancel();
    expect(events).toEqual(["validate", "authorized", "cancel"]);
    expect(() => session.completePayment({ status: 0 })).toThrow("completePayment");
  });

  it("continues after errors, with another token", async () => {
    const { apple, session, payments } = await presented();
    apple.authorize({ emailAddress: "" });
    const error = new apple.api.PayError("shippingContactInvalid", "emailAddress", "Email address is required");
    session.completePayment({ status: 1, errors: [error] });
    expect(apple.seen.at(-1)).toBe("ask emailAddress: Email address is required");
    apple.authorize({ emailAddress: rosalie.emailAddress });
    session.completePayment({ status: 0 });
    expect(apple.seen.at(-1)).toBe("done");
    expect(payments[0]?.token).not.toEqual(payments[1]?.token);
  });
});

describe("contacts", () => {
  it("are redacted before authorization and complete after it", async () => {
    const apple = applePayWithoutSheet();
    const { session, payments } = begin(apple);
    const events: object[] = [];
    session.onshippingcontactselected = ({ shippingContact }) => {
      events.push(shippingContact);
      session.completeShippingContactSelection({ newTotal: total, newLineItems: [], errors: [] });
    };
    await vi.advanceTimersByTimeAsync(0);
    session.completeMerchantValidation(merchantSession());
    await vi.advanceTimersByTimeAsync(0);
    apple.authorize();
    expect(events).toEqual([
      {
        givenName: "",
        familyName: "",
        addressLines: [],
        locality: "Toronto",
        administrativeArea: "ON",
        postalCode: "M5V",
        country: "CA",
        countryCode: "CA",
      },
    ]);
    expect(payments[0]?.shippingContact).toMatchObject({ emailAddress: rosalie.emailAddress, postalCode: "M5V 3L9" });
    expect(payments[0]?.billingContact).not.toHaveProperty("emailAddress");
  });
});

it("the token says which card, amount and merchant it is for, and is signed by the device", async () => {
  const { apple, payments } = await presented();
  apple.authorize();
  const { data, signature, header } = getPaymentData(payments[0]);
  expect(JSON.parse(atob(data))).toMatchObject({
    applicationPrimaryAccountNumber: "4030000010001234",
    transactionAmount: 1000,
    merchantIdentifier: "merchant.test",
  });
  expect(isSignedToken(signature, { ...header, data }, [walletRoot])).toBe(true);
});
