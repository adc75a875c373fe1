import type { ProvinceCode } from "@/lib/address";
import type { ContactProblem } from "@/lib/payments/rules.apple-pay-contacts";
import { authorizedProblems, selectedProblems } from "@/lib/payments/rules.apple-pay-contacts";
import type { SheetCall, SheetEvent, SheetPhase } from "@/lib/payments/rules.apple-pay-session";
import { mayCall, phaseAfter, sheetLimits } from "@/lib/payments/rules.apple-pay-session";
import type { SheetRequest } from "@/lib/payments/rules.apple-pay-sheet";
import { applePayVersion } from "@/lib/payments/rules.apple-pay-sheet";

import type { ApplePayApi, AuthorizedPayment, SheetError } from "./apple-pay-api";

/** What a sheet shows and how it judges contacts; `textOf` says a problem in the buyer's language. */
export type SheetContent = {
  request: SheetRequest;
  provinces: readonly ProvinceCode[];
  textOf: (problem: ContactProblem) => string;
};

/** What the sheet wants from its owner, each at most once but `onAuthorized`, which follows every corrected contact. */
export type SheetEvents = {
  onValidate: (validationURL: string) => void;
  onAuthorized: (payment: AuthorizedPayment) => void;
  /** The buyer closed it before anything was authorized. */
  onCancelled: () => void;
  /** Apple was not answered in time; the sheet is gone. */
  onValidationTimeout: () => void;
  /** It went away, or its time ran out, while the payment was under way. */
  onLost: () => void;
};

/** An open sheet. Each call is let through only where Apple's session takes it; `phase` tells what became of it. */
export type OpenSheet = {
  phase: () => SheetPhase;
  present: (merchantSession: object) => void;
  finish: (isPaid: boolean) => void;
  abort: () => void;
};

/** Follows a sheet: where it stands, how long it may stay there, and which calls Apple's session takes by then. */
function createProgress() {
  let phase: SheetPhase = "idle";
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    phase: () => phase,
    /** False when the event cannot happen in this phase. A step ends the limit of the one before. */
    move(event: SheetEvent): boolean {
      const next = phaseAfter(phase, event);
      if (!next) return false;
      phase = next;
      clearTimeout(timer);
      return true;
    },
    limit(milliseconds: number, onOver: () => void): void {
      timer = setTimeout(onOver, milliseconds);
    },
    attempt(call: SheetCall, work: () => void): void {
      if (!mayCall(phase, call)) return;
      try {
        work();
      } catch (error) {
        // The sheet may be gone before its event arrives; what follows is decided by events alone (payments.md 6.3).
        console.warn(`Apple Pay refused ${call}.`, error);
      }
    },
  };
}

/**
 * Opens Apple's sheet: must be called synchronously by the click, or the browser refuses (payments.md 6.1). Throws what
 * Apple's session throws. Nothing listens to the choice of a card: the total is the same for all, and Apple goes on by itself.
 */
export function openSheet({ Session, PayError }: ApplePayApi, content: SheetContent, events: SheetEvents): OpenSheet {
  const { request, provinces, textOf } = content;
  const session = new Session(applePayVersion, request);
  const { phase, move, limit, attempt } = createProgress();

  const toErrors = (problems: readonly ContactProblem[]): SheetError[] =>
    problems.map((problem) => new PayError(`${problem.contact}ContactInvalid`, problem.field, textOf(problem)));
  const complete = (isPaid: boolean, errors: SheetError[] = []) => {
    const status = isPaid ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE;
    attempt("completePayment", () => session.completePayment(errors.length > 0 ? { status, errors } : { status }));
  };
  const abort = () => {
    attempt("abort", () => session.abort());
    move("aborted");
  };

  session.onvalidatemerchant = ({ validationURL }) => {
    if (!move("validation-asked")) return;
    limit(sheetLimits.validationMs, () => {
      abort();
      events.onValidationTimeout();
    });
    events.onValidate(validationURL);
  };
  session.onshippingcontactselected = ({ shippingContact }) => {
    const errors = toErrors(selectedProblems(shippingContact, provinces));
    const update = { newTotal: request.total, newLineItems: request.lineItems, errors };
    attempt("completeShippingContactSelection", () => session.completeShippingContactSelection(update));
  };
  session.onpaymentauthorized = ({ payment }) => {
    if (!move("authorized")) return;
    const problems = authorizedProblems(payment, provinces);
    if (problems.length > 0) {
      complete(false, toErrors(problems));
      move("corrected");
      return;
    }
    limit(sheetLimits.processingMs, () => {
      complete(false);
      if (move("timed-out")) events.onLost();
    });
    events.onAuthorized(payment);
  };
  session.oncancel = () => {
    if (!move("dismissed")) return;
    if (phase() === "checking") events.onLost();
    else events.onCancelled();
  };

  session.begin();
  move("begun");
  return {
    phase,
    abort,
    present(merchantSession) {
      attempt("completeMerchantValidation", () => session.completeMerchantValidation(merchantSession));
      move("validated");
    },
    finish(isPaid) {
      complete(isPaid);
      move("answered");
    },
  };
}
