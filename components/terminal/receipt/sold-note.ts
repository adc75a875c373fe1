import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";

export type SoldNote = {
  orderId: string;
  givenCents: number | null;
  isPrinted: boolean;
  isClaimed?: boolean;
};

const key = `${terminalPrefix}sold`;

/** Without storage, the page shows no change due and marks every receipt as a reprint. */
export function storeSoldNote(note: SoldNote): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(note));
  } catch {
    // The server has the order, so nothing is lost.
  }
}

export function claimAutoPrint(orderId: string): boolean {
  const note = readSoldNote(orderId);
  if (!note || note.isPrinted || note.isClaimed) return false;
  storeSoldNote({ ...note, isClaimed: true });
  return true;
}

export function clearSoldNote(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Without storage, there is nothing to clear.
  }
}

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
