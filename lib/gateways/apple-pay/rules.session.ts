/** Defined in docs/design.md, Apple Pay sheet phases. In `checking` the payment's outcome is unknown. */
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

/** `corrected`: the buyer must change a contact. `dismissed`: the buyer or Apple closed the sheet. */
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

export type SheetCall =
  | "begin"
  | "completeMerchantValidation"
  | "completeShippingContactSelection"
  | "completePayment"
  | "abort";

/** In ms, below Apple's 30 s (docs/bambora.md, Time limits of the sheet), so that our message reaches the buyer. */
export const sheetLimits = { validationMs: 28_000, processingMs: 28_000 } as const;

/**
 * If the sheet closes earlier than this, and before a contact arrived, Apple rejected the merchant session
 * (docs/bambora.md, Rejected merchant sessions). Buyers can't cancel as fast.
 */
export const rejectionWindowMs = 1000;

const transitions: Record<SheetPhase, Partial<Record<SheetEvent, SheetPhase>>> = {
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

// WebKit may report the shipping contact during validation, and waits for the answer.
const phasesByCall: Record<SheetCall, readonly SheetPhase[]> = {
  begin: ["idle"],
  completeMerchantValidation: ["validating"],
  completeShippingContactSelection: ["validating", "awaiting"],
  completePayment: ["processing"],
  abort: ["requested", "validating", "awaiting", "processing"],
};

/** Null if the event can't happen in this phase and must be ignored. */
export function getNextPhase(phase: SheetPhase, event: SheetEvent): SheetPhase | null {
  return transitions[phase][event] ?? null;
}

/** Apple's session throws for a call in any other phase (docs/bambora.md, Payment sheet calls). */
export function canCall(phase: SheetPhase, call: SheetCall): boolean {
  return phasesByCall[call].includes(phase);
}
