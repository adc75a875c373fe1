import { useLayoutEffect } from "react";

import { holdReload } from "@/lib/platform/http/reload-hold";

/** Keeps the page from loading itself anew while `isHeld`: somebody pays, or reads what became of it. */
export function useReloadHold(isHeld: boolean): void {
  useLayoutEffect(() => (isHeld ? holdReload() : undefined), [isHeld]);
}
