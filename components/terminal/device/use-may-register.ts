import { useSyncExternalStore } from "react";

import { readIdCookies } from "@/lib/terminal/rules.cookies";
import { useDevice } from "./use-device";

const neverChanges = () => () => undefined;

function hasIdCookies(): boolean {
  const ids = readIdCookies(document.cookie, window.location.protocol === "https:");
  return Object.values(ids).some(Boolean);
}

/** The registration page's guard accepts this browser without a link, by its allocation's cookies. */
export function useMayRegister(): boolean {
  // Cookies fire no event; they change together with the device.
  useDevice();
  return useSyncExternalStore(neverChanges, hasIdCookies, () => true);
}
