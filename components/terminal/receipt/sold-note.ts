import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";

/** Of the latest sale, for its last page; amounts in cents. */
export type SoldNote = {
  orderId: string;
  /** Null if not paid in cash. */
  givenCents: number | null;
  isPrinted: boolean;
  /** A page prints it by itself, or has tried. */
  isClaimed?: boolean;
};

const key = `${terminalPrefix}sold`;

/** Without storage, the page shows no change and marks every receipt as a reprint. */
export function writeSoldNote(note: SoldNote): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(note));
  } catch {
    // Without storage: the order is at the server anyway.
  }
}

/** True once, for a sale whose receipt was never printed: that page prints by itself. */
export function claimAutoPrint(orderId: string): boolean {
  const note = readSoldNote(orderId);
  if (!note || note.isPrinted || note.isClaimed) return false;
  writeSoldNote({ ...note, isClaimed: true });
  return true;
}

export function forgetSoldNote(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Null for an order that this tab has not just sold. */
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
