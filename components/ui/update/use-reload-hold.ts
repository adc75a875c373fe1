import { useLayoutEffect } from "react";

import { holdReload } from "@/lib/platform/http/browser/reload-hold";

export function useReloadHold(isHeld: boolean): void {
  useLayoutEffect(() => (isHeld ? holdReload() : undefined), [isHeld]);
}
