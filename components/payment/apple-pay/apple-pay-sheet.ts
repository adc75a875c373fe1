import type { ContactProblem, SheetContact } from "@/lib/gateways/apple-pay/rules.contacts";
import { findAuthorizationProblems, findSelectionProblems } from "@/lib/gateways/apple-pay/rules.contacts";
import type { SheetCall, SheetEvent, SheetPhase } from "@/lib/gateways/apple-pay/rules.session";
import { canCall, getNextPhase, rejectionWindowMs, sheetLimits } from "@/lib/gateways/apple-pay/rules.session";
import type { SheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { applePayVersion } from "@/lib/gateways/apple-pay/rules.sheet";
import type { ProvinceCode } from "@/lib/postal-address";
import type { ApplePayApi, ApplePaySession, AuthorizedPayment, SheetError } from "./apple-pay-api";

export type SheetContent = {
  request: SheetRequest;
  provinces: readonly ProvinceCode[];
  getProblemText: (problem: ContactProblem) => string;
};

/** Each is called at most once, except `onAuthorized`, which follows every corrected contact. */
type SheetEvents = {
  onValidate: (validationURL: string) => void;
  onAuthorized: (payment: AuthorizedPayment) => void;
  onCancelled: () => void;
  onUnavailable: () => void;
  /** The sheet closed or timed out while the payment was in progress. */
  onLost: () => void;
};

export type OpenSheet = {
  phase: () => SheetPhase;
  present: (merchantSession: object) => void;
  finish: (isPaid: boolean) => void;
  abort: () => void;
};

/**
 * Must run synchronously in the click, or the browser refuses (docs/bambora.md, User gesture of the sheet). Throws what
 * Apple's session throws. All cards cost the same, so the choice of a card needs no listener.
 */
export function openSheet(api: ApplePayApi, content: SheetContent, events: SheetEvents): OpenSheet {
  const session = new api.Session(applePayVersion, content.request);
  const answers = createAnswers(api, session, content);
  const progress = createProgress();
  const { phase, move, limit, attempt } = progress;
  const { finish, abort, giveUp, canCharge } = createControls(session, answers, progress, content, events);
  let rejectedUntil = 0;

  session.onvalidatemerchant = ({ validationURL }) => {
    if (!move("validation-asked")) return;
    limit(sheetLimits.validationMs, giveUp);
    events.onValidate(validationURL);
  };
  session.onshippingcontactselected = ({ shippingContact }) => {
    rejectedUntil = 0;
    attempt("completeShippingContactSelection", () => answers.completeContact(shippingContact));
  };
  session.onpaymentauthorized = ({ payment }) => {
    if (!move("authorized")) return;
    limit(sheetLimits.processingMs, () => {
      attempt("completePayment", () => answers.completePayment(false));
      if (move("timed-out")) events.onLost();
    });
    if (canCharge(payment)) events.onAuthorized(payment);
  };
  session.oncancel = ({ sessionError }) => {
    console.warn("Apple Pay's sheet was closed.", sessionError?.code ?? "no code");
    const isRejected = phase() === "awaiting" && performance.now() < rejectedUntil;
    if (!move("dismissed")) return;
    if (phase() === "checking") events.onLost();
    else if (isRejected) events.onUnavailable();
    else events.onCancelled();
  };

  session.begin();
  move("begun");
  return {
    phase,
    abort,
    finish,
    present(merchantSession) {
      if (phase() !== "validating") return;
      const complete = () => session.completeMerchantValidation(merchantSession);
      rejectedUntil = performance.now() + rejectionWindowMs;
      if (attempt("completeMerchantValidation", complete)) move("validated");
      else giveUp();
    },
  };
}

function createAnswers({ Session, PayError }: ApplePayApi, session: ApplePaySession, content: SheetContent) {
  const { request, getProblemText } = content;
  const toErrors = (problems: readonly ContactProblem[]): SheetError[] =>
    problems.map((problem) => new PayError(`${problem.contact}ContactInvalid`, problem.field, getProblemText(problem)));
  return {
    completePayment(isPaid: boolean, problems: readonly ContactProblem[] = []): void {
      const status = isPaid ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE;
      session.completePayment(problems.length > 0 ? { status, errors: toErrors(problems) } : { status });
    },
    completeContact(contact: SheetContact): void {
      const errors = toErrors(findSelectionProblems(contact));
      session.completeShippingContactSelection({ newTotal: request.total, newLineItems: request.lineItems, errors });
    },
  };
}

function createProgress() {
  let phase: SheetPhase = "idle";
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    phase: () => phase,
    /** Returns false if the event can't happen in this phase. Each step ends the time limit of the previous one. */
    move(event: SheetEvent): boolean {
      const next = getNextPhase(phase, event);
      if (!next) return false;
      phase = next;
      clearTimeout(timer);
      return true;
    },
    limit(milliseconds: number, onOver: () => void): void {
      timer = setTimeout(onOver, milliseconds);
    },
    /** Returns false if Apple's session refused the call: the sheet may close before its event arrives. */
    attempt(call: SheetCall, work: () => void): boolean {
      if (!canCall(phase, call)) return false;
      try {
        work();
        return true;
      } catch (error) {
        console.warn(`Apple Pay refused ${call}.`, error);
        return false;
      }
    },
  };
}

type SheetProgress = ReturnType<typeof createProgress>;

function createControls(
  session: ApplePaySession,
  { completePayment }: ReturnType<typeof createAnswers>,
  { move, attempt }: SheetProgress,
  { provinces }: SheetContent,
  { onUnavailable }: SheetEvents,
) {
  const finish = (isPaid: boolean) => {
    attempt("completePayment", () => completePayment(isPaid));
    move("answered");
  };
  const abort = () => {
    attempt("abort", () => session.abort());
    move("aborted");
  };
  const giveUp = () => {
    abort();
    onUnavailable();
  };
  const canCharge = (payment: AuthorizedPayment): boolean => {
    try {
      const problems = findAuthorizationProblems(payment, provinces);
      if (problems.length === 0) return true;
      completePayment(false, problems);
      move("corrected");
    } catch (error) {
      console.error("The contacts of an authorized payment could not be checked.", error);
      finish(false);
      onUnavailable();
    }
    return false;
  };
  return { finish, abort, giveUp, canCharge };
}
