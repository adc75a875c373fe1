import { useSyncExternalStore } from "react";

import { readIdCookies } from "@/lib/terminal/rules.cookies";
import { useDevice } from "./use-device";

const neverChanges = () => () => undefined;

function hasIdCookies(): boolean {
  const ids = readIdCookies(document.cookie, window.location.protocol === "https:");
  return Object.values(ids).some(Boolean);
}

/**
 * True where the page that registers is served without a link: its guard knows this browser by the cookies of an
 * allocation.
 */
export function useMayRegister(): boolean {
  // Cookies tell nobody that they changed; the device does, with which they come and go.
  useDevice();
  return useSyncExternalStore(neverChanges, hasIdCookies, () => true);
}
