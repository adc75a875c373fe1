import { useEffect, useState } from "react";

/** Loads a part that few visitors need. Null until it is there, and if it can't be loaded. `load` must not change. */
export function useLazyPart<Part extends object>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => isGone || setPart(loaded),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return part;
}
