import { useEffect, useState } from "react";

import { useSharedDevice } from "./shared-device";

/** Key in local storage: this browser's packages are a plain list. It says nothing of a purchase. */
const storageKey = "tirage-simple-list";

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === "on";
  } catch {
    return false;
  }
}

function write(isPlain: boolean): void {
  try {
    if (isPlain) localStorage.setItem(storageKey, "on");
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}

/**
 * Whether packages are a plain list (`allowAccessibilityModeForTicketPackageSelection`), and how that is changed. A
 * buyer's own browser remembers it; a device that strangers share does not.
 */
export function usePlainList(): [isPlain: boolean, change: (isPlain: boolean) => void] {
  const isShared = useSharedDevice();
  const [isPlain, setPlain] = useState(false);
  useEffect(() => {
    if (!isShared) setPlain(read());
  }, [isShared]);
  const change = (next: boolean) => {
    setPlain(next);
    if (!isShared) write(next);
  };
  return [isPlain, change];
}

type PlainRow = Pick<typeof import("./plain-offer-row"), "PlainOfferRow">;

/** What draws the packages of a plain list; loaded with the first wish for one, null without one and until then. */
export function usePlainRow(isWanted: boolean): PlainRow | null {
  const [row, setRow] = useState<PlainRow | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    import("./plain-offer-row").then(
      ({ PlainOfferRow }) => isOver || setRow({ PlainOfferRow }),
      // The packages stay as they are.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return isWanted ? row : null;
}
