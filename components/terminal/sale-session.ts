import type { SessionKeeper } from "@/components/checkout/session-keeper";
import { createKeeper } from "@/components/checkout/session-keeper";
import type { Language } from "@/lib/i18n/routing";
import type { OrderRequest } from "@/lib/orders/client";

import type { SaleMeans } from "./sale-state";
import { terminalPrefix } from "./terminal-storage";

/** A reservation as it was asked for, whatever has been typed since. */
export type PendingSale = { means: SaleMeans; request: OrderRequest; shownCents: number };

/** What a sale keeps beside its form and order. */
export type SaleNotes = {
  /** A reservation that was sent and not answered for certain: just this is asked for again, while its key is the session's. */
  pending: (PendingSale & { idempotencyKey: string }) | null;
  /** Language of the receipt. */
  language: Language;
};

/** How long what an operator typed of a buyer stays in the tablet when nobody goes on with it, in ms. */
export const formLifeMs = 15 * 60_000;

/** The sales in progress of this tablet, one for each draw: they survive a reload, a crash and another build. */
export const saleSessions: SessionKeeper<SaleNotes> = createKeeper(
  () => window.localStorage,
  `${terminalPrefix}sale-`,
  formLifeMs,
);
