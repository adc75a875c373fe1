import { useLayoutEffect } from "react";

import { holdReload } from "@/lib/platform/http/browser/reload-hold";

/** No reload while somebody pays or reads the outcome. */
export function useReloadHold(isHeld: boolean): void {
  useLayoutEffect(() => (isHeld ? holdReload() : undefined), [isHeld]);
}
