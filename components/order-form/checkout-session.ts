import { createKeeper } from "./session-keeper";

type TabNotes = { offeredId: string | null };

export const tabSessions = createKeeper<TabNotes>(() => window.sessionStorage, "tirage-checkout-");

export const {
  read: readSession,
  change: changeSession,
  renew: renewSession,
  keepForm,
  clear: clearSession,
} = tabSessions;
