import { useEffect, useEffectEvent } from "react";

import { useTabletSettings } from "./tablet-settings";
import { holdKey } from "./watch-scans";

/** What a key does; false where it does nothing here. */
export type KeyAction = (key: string) => boolean;

const typing = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]";
const pressed = "a[href], button, summary";

/** Somebody types, or a key presses what has the focus: such keys are not ours. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(typing) !== null || (key === "Enter" && target.closest(pressed) !== null);
}

/** Listens to single keys, wherever the focus is, unless the tablet is set not to or a scanner sent them. */
export function useKeys(action: KeyAction): void {
  const { hasKeys } = useTabletSettings();
  // What a key does changes together with what the screen shows.
  const act = useEffectEvent(action);
  useEffect(() => {
    if (!hasKeys) return;
    let isGone = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTaken(event)) return;
      if (event.key.length === 1) holdKey(() => void (isGone || act(event.key)));
      else if (act(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => {
      isGone = true;
      window.removeEventListener("keydown", onKey);
    };
  }, [hasKeys]);
}
