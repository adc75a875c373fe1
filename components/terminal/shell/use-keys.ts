import { useEffect, useEffectEvent } from "react";
import { holdKey } from "./scan-guard";
import { useTabletSettings } from "./tablet-settings";

type KeyAction = (key: string) => boolean;

const typing = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]";
const pressableSelector = "a[href], button, summary";

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(typing) !== null || (key === "Enter" && target.closest(pressableSelector) !== null);
}

export function useKeys(action: KeyAction): void {
  const { hasKeys } = useTabletSettings();
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
