import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ContactField, SheetContact, SheetContacts } from "@/lib/gateways/apple-pay/rules.contacts";
import type { SheetToken } from "@/lib/gateways/apple-pay/rules.payment";
import type { SheetItem, SheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { applePayVersion } from "@/lib/gateways/apple-pay/rules.sheet";

export type SheetError = { code: string; contactField?: string; message: string };

export type AuthorizedPayment = SheetContacts & { token: SheetToken };

/** The used part of Apple's session (docs/bambora.md, Payment sheet calls). */
export type ApplePaySession = {
  onvalidatemerchant: ((event: { validationURL: string }) => void) | null;
  onshippingcontactselected: ((event: { shippingContact: SheetContact }) => void) | null;
  onpaymentauthorized: ((event: { payment: AuthorizedPayment }) => void) | null;
  oncancel: ((event: { sessionError?: { code?: string } }) => void) | null;
  begin: () => void;
  abort: () => void;
  completeMerchantValidation: (merchantSession: object) => void;
  completeShippingContactSelection: (update: {
    newTotal: SheetItem;
    newLineItems: SheetItem[];
    errors: SheetError[];
  }) => void;
  completePayment: (result: { status: number; errors?: SheetError[] }) => void;
};

type ApplePaySessionClass = {
  new (version: number, request: SheetRequest): ApplePaySession;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  supportsVersion: (version: number) => boolean;
  canMakePayments: () => boolean;
};

type ApplePayErrorClass = new (code: string, field: ContactField, message: string) => SheetError;

export type ApplePayApi = { Session: ApplePaySessionClass; PayError: ApplePayErrorClass };

/**
 * Null if Apple Pay doesn't work. Safari has it built in. Apple's script would only add other browsers, at the price of
 * a foreign origin in the script policy.
 */
function findApplePay(): ApplePayApi | null {
  const { ApplePaySession: Session, ApplePayError: PayError } = window as {
    ApplePaySession?: ApplePaySessionClass;
    ApplePayError?: ApplePayErrorClass;
  };
  if (!Session || !PayError) return null;
  try {
    return Session.supportsVersion(applePayVersion) && Session.canMakePayments() ? { Session, PayError } : null;
  } catch {
    // Apple's session throws on an insecure page or in a foreign iframe (docs/bambora.md, Availability of Apple Pay).
    return null;
  }
}

function loadSimulator(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The stand-in of Apple Pay did not load."));
    script.type = "module";
    script.crossOrigin = "anonymous";
    script.src = url;
    document.head.append(script);
  });
}

/** The browser's own, or a demo's stand-in. Null if neither works. Rejects if the stand-in doesn't load. */
export async function loadApplePay({ scriptUrl }: ApplePayOffer): Promise<ApplePayApi | null> {
  if (scriptUrl && !findApplePay()) await loadSimulator(scriptUrl);
  return findApplePay();
}
