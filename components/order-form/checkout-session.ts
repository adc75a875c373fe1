import { createSessionStore } from "./session-store";

type TabNotes = { offeredId: string | null };

export const tabSessions = createSessionStore<TabNotes>(() => window.sessionStorage, "tirage-checkout-");

export const {
  read: readSession,
  change: changeSession,
  renew: renewSession,
  storeForm,
  clear: clearSession,
} = tabSessions;
