import type { SessionStore } from "@/components/order-form/session-store";
import { createSessionStore, takeHandoverOrderId } from "@/components/order-form/session-store";
import { salePrefix } from "@/components/terminal/shell/terminal-storage";
import type { OrderRequest } from "@/lib/orders/client";
import type { Language } from "@/lib/platform/i18n/routing";
import { clearHeldSale } from "./held-sale";
import type { SaleMethod } from "./sale-state";

export type PendingSale = { method: SaleMethod; request: OrderRequest; shownCents: number };

/** In storage, the method is called `means`. */
type SaleNotes = {
  /** A reservation without a definite answer. It is sent again unchanged as long as the session has its key. */
  pending: { means: SaleMethod; request: OrderRequest; shownCents: number; idempotencyKey: string } | null;
  language: Language;
  /**
   * Set while money is on its way or with the operator: the page then returns here. If `isLeft`, the buyer may be gone.
   */
  moving: { means: SaleMethod; isLeft: boolean } | null;
};

export const formLifeMs = 15 * 60_000;

const sessions: SessionStore<SaleNotes> = createSessionStore(
  () => window.sessionStorage,
  salePrefix,
  formLifeMs,
  // A bank may take longer than a form is stored, and by then the buyer has left.
  ({ moving = null }) => ({ moving: moving && { ...moving, isLeft: true } }),
);

/** A sale with money on its way keeps its place, unless its own order is handed over. */
function takeHandover(drawId: string): boolean {
  const { orderId, moving } = sessions.read(drawId);
  if (!moving) return sessions.takeHandover(drawId);
  const handedOver = takeHandoverOrderId();
  if (handedOver && handedOver === orderId) sessions.change(drawId, { moving: { ...moving, isLeft: false } });
  return handedOver !== null;
}

export const saleSessions: SessionStore<SaleNotes> = { ...sessions, takeHandover };

/** The only way to end a sale, so that no data of its buyer remains for the next. */
export function endSale(drawId: string): void {
  const { orderId } = saleSessions.read(drawId);
  if (orderId) clearHeldSale(drawId, orderId);
  saleSessions.clear(drawId);
}

export function endAllSales(): void {
  for (const drawId of saleSessions.drawIds()) saleSessions.clear(drawId);
}

function leaveSale(drawId: string): void {
  const { moving } = saleSessions.read(drawId);
  if (!moving) endSale(drawId);
  else if (!moving.isLeft) saleSessions.change(drawId, { form: null, moving: { ...moving, isLeft: true } });
}

/**
 * Called when another page opens. A sale with money on its way stays, without its form. The sale of `stayingId` isn't
 * left.
 */
export function leaveSales(stayingId: string | null): void {
  for (const drawId of saleSessions.drawIds()) if (drawId !== stayingId) leaveSale(drawId);
}
