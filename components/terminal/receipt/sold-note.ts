import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";

/** What the tablet remembers of the latest sale, for its last page; amounts in cents. */
export type SoldNote = {
  orderId: string;
  /** What the buyer handed over in cash; null where it was not cash. */
  givenCents: number | null;
  /** The first receipt was printed: every other one is a reprint. */
  isPrinted: boolean;
  /** A page prints it by itself, or has tried to. */
  isClaimed?: boolean;
};

const key = `${terminalPrefix}sold`;

/** Remembers a sale; a browser that stores nothing shows no change and marks every receipt as a reprint. */
export function writeSoldNote(note: SoldNote): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(note));
  } catch {
    // Nothing is lost but comfort: the order is at the server.
  }
}

/** True once for a sale whose receipt was never printed: the page that gets it prints by itself. */
export function claimAutoPrint(orderId: string): boolean {
  const note = readSoldNote(orderId);
  if (!note || note.isPrinted || note.isClaimed) return false;
  writeSoldNote({ ...note, isClaimed: true });
  return true;
}

/** Forgets the latest sale: another one begins. */
export function forgetSoldNote(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}

/** What is remembered of an order that this tab has just sold; null for any other. */
export function readSoldNote(orderId: string): SoldNote | null {
  try {
    const note = JSON.parse(window.sessionStorage.getItem(key) ?? "null") as Partial<SoldNote> | null;
    if (note?.orderId !== orderId) return null;
    const { givenCents, isPrinted, isClaimed } = note;
    return {
      orderId,
      givenCents: typeof givenCents === "number" ? givenCents : null,
      isPrinted: isPrinted === true,
      isClaimed: isClaimed === true,
    };
  } catch {
    return null;
  }
}
