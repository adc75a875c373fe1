import type { SheetCall, SheetEvent, SheetPhase } from "@/lib/gateways/apple-pay/rules.session";
import { mayCall, phaseAfter } from "@/lib/gateways/apple-pay/rules.session";

/** Where a sheet stands, and what it may do there. */
export type SheetProgress = ReturnType<typeof createProgress>;

/** Follows a sheet: where it stands, how long it may stay there, and which calls Apple's session takes by then. */
export function createProgress() {
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
    /**
     * False when the call was not made, or Apple's session refused it: the sheet may be gone before its event arrives.
     */
    attempt(call: SheetCall, work: () => void): boolean {
      if (!mayCall(phase, call)) return false;
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
