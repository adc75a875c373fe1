/**
 * Where an Apple Pay sheet stands (docs/design.md, Apple Pay sheet phases). `validating` asks Apple for a merchant
 * session, `awaiting` waits for the buyer, `processing` charges; `checking` is a sheet that went away while its payment
 * was under way: nobody knows yet.
 */
export type SheetPhase =
  | "idle"
  | "requested"
  | "validating"
  | "awaiting"
  | "processing"
  | "completed"
  | "cancelled"
  | "aborted"
  | "checking";

/**
 * What can happen to a sheet. `corrected`: the buyer was asked for another contact; `dismissed`: it was closed by the
 * buyer or by Apple.
 */
export type SheetEvent =
  | "begun"
  | "validation-asked"
  | "validated"
  | "authorized"
  | "corrected"
  | "answered"
  | "dismissed"
  | "aborted"
  | "timed-out";

/** The calls of Apple's session object. */
export type SheetCall =
  | "begin"
  | "completeMerchantValidation"
  | "completeShippingContactSelection"
  | "completePayment"
  | "abort";

/**
 * How long a sheet may wait for us, in ms. Apple gives 30 s for a merchant session and for the answer to an
 * authorization (docs/bambora.md, Time limits of the sheet); ours end before, so that it is us who say what the buyer
 * sees.
 */
export const sheetLimits = { validationMs: 28_000, processingMs: 28_000 } as const;

/**
 * A merchant session that Apple rejects closes the sheet at once, as a buyer would (docs/bambora.md, Rejected merchant
 * sessions): so long after the session was given, in ms, and before a contact was told, nobody has cancelled yet.
 */
export const rejectionMs = 1000;

const steps: Record<SheetPhase, Partial<Record<SheetEvent, SheetPhase>>> = {
  idle: { begun: "requested" },
  requested: { "validation-asked": "validating", dismissed: "cancelled", aborted: "aborted" },
  validating: { validated: "awaiting", dismissed: "cancelled", aborted: "aborted", "timed-out": "aborted" },
  awaiting: { authorized: "processing", dismissed: "cancelled", aborted: "aborted" },
  processing: {
    corrected: "awaiting",
    answered: "completed",
    dismissed: "checking",
    aborted: "checking",
    "timed-out": "checking",
  },
  completed: {},
  cancelled: {},
  aborted: {},
  checking: {},
};

// WebKit may tell the shipping contact while the merchant is still validated, and waits for the answer.
const phasesOfCall: Record<SheetCall, readonly SheetPhase[]> = {
  begin: ["idle"],
  completeMerchantValidation: ["validating"],
  completeShippingContactSelection: ["validating", "awaiting"],
  completePayment: ["processing"],
  abort: ["requested", "validating", "awaiting", "processing"],
};

/** The phase that `event` leads to; null when it cannot happen in this phase and is to be ignored. */
export function phaseAfter(phase: SheetPhase, event: SheetEvent): SheetPhase | null {
  return steps[phase][event] ?? null;
}

/** True when Apple's session takes this call: in any other phase it throws (docs/bambora.md, Payment sheet calls). */
export function mayCall(phase: SheetPhase, call: SheetCall): boolean {
  return phasesOfCall[call].includes(phase);
}
