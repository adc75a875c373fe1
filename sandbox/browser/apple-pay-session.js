import { authorizedPayment, redact } from "./apple-pay-payment.js";
import { ApplePayError, requestProblem, updateProblem } from "./apple-pay-request.js";

const validationURL = "https://apple-pay-gateway-cert.apple.com/paymentservices/startSession";
const newestVersion = 14;

/** In ms (docs/bambora.md, Time limits of the sheet). */
export const sheetTimeoutMs = 30_000;

const finalStates = ["idle", "completed", "aborted", "canceled"];

/**
 * Safari's Apple Pay as in WebKit (docs/bambora.md, Payment sheet calls). The parameters replace device and browser.
 * Listeners are only the `on…` properties. A selection with a listener must be answered; others are answered
 * automatically.
 */
export function createApplePay({ openSheet, sign, isInGesture, isSecure, domain, now }) {
  const usedSessions = new Set();
  let active = null;

  function sessionProblem(merchantSession) {
    const { merchantSessionIdentifier: id, expiresAt, domainName } = merchantSession;
    if (typeof id !== "string" || id === "") return "it has no identifier";
    if (usedSessions.has(id)) return "it was used before";
    if (!(expiresAt > now())) return "it has expired";
    return domainName === domain() ? null : `it is for ${domainName}`;
  }

  class ApplePaySession {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    #request;
    #state = "idle";
    #validation = "none";
    #merchantSession = null;
    #sheet = null;
    #timer;
    onvalidatemerchant = null;
    onpaymentmethodselected = null;
    onshippingcontactselected = null;
    onpaymentauthorized = null;
    oncancel = null;

    static supportsVersion(version) {
      return Number.isInteger(version) && version >= 1 && version <= newestVersion;
    }

    static canMakePayments() {
      if (!isSecure())
        throw invalid("InvalidAccessError", "Trying to start an Apple Pay session from an insecure document.");
      return true;
    }

    static leavePage() {
      if (active !== null) active.#end("canceled");
    }

    constructor(version, request) {
      ApplePaySession.canMakePayments();
      if (!isInGesture())
        throw invalid("InvalidAccessError", "Must create a new ApplePaySession from a user gesture handler.");
      if (!ApplePaySession.supportsVersion(version))
        throw invalid("InvalidAccessError", `${version} is not a supported version`);
      const problem = requestProblem(request);
      if (problem !== null) throw new TypeError(`Member ApplePayPaymentRequest.${problem} is invalid`);
      this.#request = structuredClone(request);
    }

    begin() {
      if (this.#state !== "idle") throw invalid("InvalidAccessError", "Payment session is already active.");
      if (active !== null) throw invalid("InvalidAccessError", "Page already has an active payment session.");
      active = this;
      this.#state = "active";
      this.#sheet = openSheet(this.#request, {
        onCancel: () => this.#cancel(),
        onContact: (contact) => this.#selectContact(contact),
        onApprove: (choice) => this.#authorize(choice),
      });
      setTimeout(() => this.#askValidation());
    }

    abort() {
      if (finalStates.includes(this.#state)) throw stateError("abort", this.#state);
      this.#end("aborted");
    }

    completeMerchantValidation(merchantSession) {
      if (this.#state !== "active" || this.#validation !== "asked")
        throw stateError("completeMerchantValidation", this.#state);
      if (typeof merchantSession !== "object" || merchantSession === null) throw new TypeError("Type error");
      clearTimeout(this.#timer);
      const problem = sessionProblem(merchantSession);
      if (problem !== null) {
        console.warn(`Apple Pay stand-in: the merchant session is no good: ${problem}.`);
        setTimeout(() => this.#cancel());
        return;
      }
      usedSessions.add(merchantSession.merchantSessionIdentifier);
      this.#validation = "done";
      this.#merchantSession = merchantSession;
      setTimeout(() => this.#present());
    }

    completeShippingContactSelection(update) {
      this.#completeSelection("completeShippingContactSelection", "shipping-contact-selected", update);
    }

    completePaymentMethodSelection(update) {
      this.#completeSelection("completePaymentMethodSelection", "payment-method-selected", update);
      if (this.#state === "active") this.#selectContact(this.#sheet.contact());
    }

    completePayment(result) {
      if (this.#state !== "authorized") throw stateError("completePayment", this.#state);
      const { status, errors = [] } = typeof result === "object" && result !== null ? result : { status: result };
      if (![ApplePaySession.STATUS_SUCCESS, ApplePaySession.STATUS_FAILURE].includes(status))
        throw invalid("InvalidAccessError", "Invalid status");
      clearTimeout(this.#timer);
      if (errors.length > 0) {
        this.#state = "active";
        this.#sheet.ask(errors);
        return;
      }
      this.#state = "completed";
      active = null;
      this.#sheet.finish(status === ApplePaySession.STATUS_SUCCESS);
    }

    #limit() {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#cancel(), sheetTimeoutMs);
    }

    #askValidation() {
      if (this.#state !== "active") return;
      this.#validation = "asked";
      this.#limit();
      this.onvalidatemerchant?.({ validationURL });
    }

    #present() {
      if (this.#state !== "active") return;
      this.#sheet.ask([]);
      if (this.onpaymentmethodselected === null) return this.#selectContact(this.#sheet.contact());
      this.#state = "payment-method-selected";
      this.#limit();
      this.onpaymentmethodselected({ paymentMethod: {} });
    }

    #selectContact(contact) {
      if (this.#state !== "active" || this.#validation !== "done" || this.onshippingcontactselected === null) return;
      if (!(this.#request.requiredShippingContactFields ?? []).includes("postalAddress")) return;
      this.#state = "shipping-contact-selected";
      this.#limit();
      this.onshippingcontactselected({ shippingContact: redact(contact) });
    }

    #completeSelection(call, state, update) {
      if (this.#state !== state) throw stateError(call, this.#state);
      const problem = updateProblem(update);
      if (problem !== null) throw new TypeError(`Member ${problem} is invalid`);
      clearTimeout(this.#timer);
      this.#state = "active";
      this.#request.total = update.newTotal;
      this.#sheet.ask(update.errors ?? []);
    }

    #authorize(choice) {
      if (this.#state !== "active" || this.#validation !== "done") return;
      this.#state = "authorized";
      this.#sheet.work();
      this.#limit();
      this.onpaymentauthorized?.({ payment: authorizedPayment(this.#request, choice, this.#merchantSession, sign) });
    }

    #cancel() {
      if (finalStates.includes(this.#state)) return;
      this.#end("canceled");
      this.oncancel?.({ sessionError: { code: "unknown", info: {} } });
    }

    #end(state) {
      clearTimeout(this.#timer);
      this.#state = state;
      active = null;
      this.#sheet.close();
    }
  }

  return { ApplePaySession, ApplePayError };
}

function invalid(name, message) {
  return new DOMException(message, name);
}

function stateError(call, state) {
  return invalid("InvalidAccessError", `${call} must not be called while the session is ${state}`);
}
