import type { ApplePayApi } from "@/components/payment/apple-pay/apple-pay-api";
import { createApplePay } from "@/sandbox/browser/apple-pay-session.js";

import { signByWallet } from "@/tests/support/sandbox/wallet";

/** A person before the stand-in redacts them. */
export type SheetPerson = {
  givenName: string;
  familyName: string;
  emailAddress: string;
  phoneNumber: string;
  addressLines: string[];
  locality: string;
  administrativeArea: string;
  postalCode: string;
  countryCode: string;
};

/** May buy in Ontario. */
export const rosalie: SheetPerson = {
  givenName: "Rosalie",
  familyName: "Tremblay",
  emailAddress: "rosalie@example.test",
  phoneNumber: "416 555-0199",
  addressLines: ["1 Main St"],
  locality: "Toronto",
  administrativeArea: "ON",
  postalCode: "M5V 3L9",
  countryCode: "CA",
};

type SheetHandlers = {
  onCancel: () => void;
  onContact: (contact: SheetPerson) => void;
  onApprove: (choice: { card: { number: string; network: string }; contact: SheetPerson }) => void;
};

/** The sandbox's Apple Pay with a sheet that the test fills in. `seen` lists the sheet's calls. */
export function applePayWithoutSheet() {
  let handlers: SheetHandlers | null = null;
  let person = rosalie;
  let isInGesture = true;
  const calls: string[] = [];
  const openSheet = (_request: unknown, given: SheetHandlers) => {
    handlers = given;
    calls.push("open");
    return {
      contact: () => person,
      ask: (errors: { contactField: string; message: string }[]) =>
        calls.push(["ask", ...errors.map(({ contactField, message }) => `${contactField}: ${message}`)].join(" ")),
      work: () => calls.push("work"),
      finish: (isPaid: boolean) => calls.push(isPaid ? "done" : "failed"),
      close: () => calls.push("close"),
    };
  };
  const classes = createApplePay({
    openSheet,
    sign: signByWallet,
    isInGesture: () => isInGesture,
    isSecure: () => true,
    domain: () => "shop.test",
    now: () => Date.now(),
  });
  return {
    api: { Session: classes.ApplePaySession, PayError: classes.ApplePayError } as unknown as ApplePayApi,
    seen: calls,
    leaveGesture: () => {
      isInGesture = false;
    },
    cancel: () => handlers?.onCancel(),
    select(changes: Partial<SheetPerson>) {
      person = { ...person, ...changes };
      handlers?.onContact(person);
    },
    authorize(changes: Partial<SheetPerson> = {}) {
      person = { ...person, ...changes };
      handlers?.onApprove({ card: { number: "4030000010001234", network: "Visa" }, contact: person });
    },
  };
}

let sessions = 0;

export function merchantSession(changes: Record<string, unknown> = {}): Record<string, unknown> {
  sessions += 1;
  return {
    merchantSessionIdentifier: `session-${sessions}`,
    merchantIdentifier: "merchant.test",
    domainName: "shop.test",
    expiresAt: Date.now() + 300_000,
    ...changes,
  };
}
