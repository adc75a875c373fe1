/** What stands before a press that pays: whether this browser has a payment that is still open. */
export type PressGate = {
  /** Over once it is known, or cannot be had. */
  known: Promise<void>;
  /** Whether another payment must be asked about first. */
  isShut: () => boolean;
  ask: () => void;
};

let gate: PressGate | null = null;

/** Puts a gate before each press of the page. Gives how to take it away again. */
export function setGate(next: PressGate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}

/** True where a press does not go on, as its buyer is asked first. */
export function isHeldBack(): boolean {
  if (!gate?.isShut()) return false;
  gate.ask();
  return true;
}

/** How long a press waits to know, in ms: who cannot be asked by then pays without. */
const patienceMs = 1500;

/** Waits until it is known whether a payment is open, for a moment. */
export async function waitForGate(): Promise<void> {
  if (gate) await Promise.race([gate.known, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
