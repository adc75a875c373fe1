import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { rejectionWindowMs, sheetLimits } from "@/lib/gateways/apple-pay/rules.session";
import { createSheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";

import type { ApplePayApi, ApplePaySession, AuthorizedPayment } from "./apple-pay-api";
import type { SheetContent } from "./apple-pay-sheet";
import { openSheet } from "./apple-pay-sheet";

const address = { administrativeArea: "ON", postalCode: "M5V 3L9", countryCode: "CA" };
const whole = { ...address, givenName: "Marie", emailAddress: "marie@example.test", phoneNumber: "4165550199" };
const right = { token: {}, shippingContact: whole } as AuthorizedPayment;
const lacking = { token: {}, shippingContact: { ...whole, emailAddress: "" } } as AuthorizedPayment;

/** WebKit exposes only calls, each of which may throw. */
function quietApple(refused: string[] = []) {
  const calls: string[] = [];
  const selections: unknown[] = [];
  let session = {} as ApplePaySession;
  const take = (call: string) => () => {
    calls.push(call);
    if (refused.includes(call)) throw new DOMException(call, "InvalidAccessError");
  };
  class Session {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    begin = take("begin");
    abort = take("abort");
    completeMerchantValidation = take("completeMerchantValidation");
    completeShippingContactSelection = (update: unknown) => {
      selections.push(update);
      take("completeShippingContactSelection")();
    };
    completePayment = take("completePayment");
    constructor() {
      session = this as unknown as ApplePaySession;
    }
  }
  class PayError {
    constructor(
      readonly code: string,
      readonly contactField: string,
      readonly message: string,
    ) {}
  }
  const api = { Session, PayError } as unknown as ApplePayApi;
  return { api, calls, selections, session: () => session };
}

function open(refused: string[] = [], getProblemText: SheetContent["getProblemText"] = () => "wrong") {
  const told: string[] = [];
  const tell = (event: string) => () => void told.push(event);
  const apple = quietApple(refused);
  const content = {
    request: createSheetRequest({ label: "Shop", cents: 1000 }, []),
    provinces: ["ON" as const],
    getProblemText,
  };
  const sheet = openSheet(apple.api, content, {
    onValidate: tell("validate"),
    onAuthorized: tell("authorized"),
    onCancelled: tell("cancelled"),
    onUnavailable: tell("unavailable"),
    onLost: tell("lost"),
  });
  return { ...apple, sheet, told };
}

function present(...given: Parameters<typeof open>) {
  const opened = open(...given);
  opened.session().onvalidatemerchant?.({ validationURL: "https://apple.test" });
  opened.sheet.present({});
  return opened;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a sheet", () => {
  it("is closed and reported if the browser rejects its merchant session", () => {
    const { calls, told, sheet } = present(["completeMerchantValidation"]);
    expect(told).toEqual(["validate", "unavailable"]);
    expect(calls.at(-1)).toBe("abort");
    expect(sheet.phase()).toBe("aborted");
  });

  it("answers a contact that arrives while the merchant is still being validated", () => {
    const { session, calls } = open();
    session().onvalidatemerchant?.({ validationURL: "https://apple.test" });
    session().onshippingcontactselected?.({ shippingContact: address });
    expect(calls.at(-1)).toBe("completeShippingContactSelection");
  });

  it("answers a selected contact with what is missing, at its fields", () => {
    const { session, selections } = present([], ({ field, problem }) => `${field} ${problem}`);
    session().onshippingcontactselected?.({ shippingContact: { ...address, emailAddress: "", phoneNumber: "" } });
    const errors = ["emailAddress", "phoneNumber"].map((contactField) => ({
      code: "shippingContactInvalid",
      contactField,
      message: `${contactField} required`,
    }));
    expect(selections).toMatchObject([{ newTotal: { amount: "10.00" }, errors }]);
    session().onshippingcontactselected?.({ shippingContact: whole });
    expect(selections.at(-1)).toMatchObject({ errors: [] });
  });

  it.each<[string, string[], () => string]>([
    [
      "cannot be judged",
      [],
      () => {
        throw new Error("no words");
      },
    ],
    ["cannot be sent back", ["completePayment"], () => "wrong"],
  ])("whose contacts %s fails, charges nothing, and is reported once", (_what, refused, getProblemText) => {
    const { session, calls, told, sheet } = present(refused, getProblemText);
    session().onpaymentauthorized?.({ payment: lacking });
    expect(told).toEqual(["validate", "unavailable"]);
    expect(calls.at(-1)).toBe("completePayment");
    expect(sheet.phase()).toBe("completed");
    vi.advanceTimersByTime(sheetLimits.processingMs);
    expect(told).toEqual(["validate", "unavailable"]);
  });

  it("that its owner aborts while the payment is in progress reports and completes nothing more", () => {
    const { session, calls, told, sheet } = present();
    session().onpaymentauthorized?.({ payment: right });
    sheet.abort();
    const before = calls.length;
    vi.advanceTimersByTime(sheetLimits.processingMs);
    session().oncancel?.({});
    expect(told).toEqual(["validate", "authorized"]);
    expect(calls).toHaveLength(before);
    expect(sheet.phase()).toBe("checking");
  });

  it("whose payment takes too long is reported as lost once, however it closes", () => {
    const { session, told } = present();
    session().onpaymentauthorized?.({ payment: right });
    vi.advanceTimersByTime(sheetLimits.processingMs);
    session().oncancel?.({});
    expect(told).toEqual(["validate", "authorized", "lost"]);
  });

  it.each<[string, (opened: ReturnType<typeof present>) => void, string]>([
    ["at once", () => vi.advanceTimersByTime(rejectionWindowMs - 1), "unavailable"],
    ["later", () => vi.advanceTimersByTime(rejectionWindowMs), "cancelled"],
    [
      "at once, but after a contact",
      ({ session }) => session().onshippingcontactselected?.({ shippingContact: address }),
      "cancelled",
    ],
  ])("that closes %s says whether Apple rejected the merchant or the buyer cancelled", (_what, wait, expected) => {
    const opened = present();
    wait(opened);
    opened.session().oncancel?.({ sessionError: { code: "unknown" } });
    expect(opened.told).toEqual(["validate", expected]);
    expect(console.warn).toHaveBeenCalledWith("Apple Pay's sheet was closed.", "unknown");
  });
});
