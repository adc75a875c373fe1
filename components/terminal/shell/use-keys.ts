import { useEffect, useEffectEvent } from "react";
import { holdKey } from "./scan-guard";
import { useTabletSettings } from "./tablet-settings";

type KeyAction = (key: string) => boolean;

const typingSelector = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]";
const clickableSelector = "a[href], button, summary";

function isHandledByTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(typingSelector) !== null || (key === "Enter" && target.closest(clickableSelector) !== null);
}

export function useKeys(action: KeyAction): void {
  const { hasKeys } = useTabletSettings();
  const act = useEffectEvent(action);
  useEffect(() => {
    if (!hasKeys) return;
    let isUnmounted = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isHandledByTarget(event)) return;
      if (event.key.length === 1) holdKey(() => void (isUnmounted || act(event.key)));
      else if (act(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => {
      isUnmounted = true;
      window.removeEventListener("keydown", onKey);
    };
  }, [hasKeys]);
}
