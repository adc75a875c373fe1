import { createKeeper } from "./session-keeper";

/** An order that a link brought, until its buyer has said whether to pay it. */
type TabNotes = { offeredId: string | null };

/** What one tab keeps of the purchases of its buyer. */
export const tabSessions = createKeeper<TabNotes>(() => window.sessionStorage, "tirage-checkout-");

export const {
  read: readSession,
  change: changeSession,
  renew: renewSession,
  keepForm,
  clear: clearSession,
} = tabSessions;
