import { createKeeper } from "./session-keeper";

/** What one tab keeps of the purchases of its buyer. */
export const tabSessions = createKeeper(() => window.sessionStorage, "tirage-checkout-");

export const {
  read: readSession,
  change: changeSession,
  renew: renewSession,
  keepForm,
  clear: clearSession,
  takeHandover,
} = tabSessions;
