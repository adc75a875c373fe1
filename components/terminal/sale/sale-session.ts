import type { SessionKeeper } from "@/components/order-form/session-keeper";
import { createKeeper, eraseHandover } from "@/components/order-form/session-keeper";
import { salePrefix } from "@/components/terminal/shell/terminal-storage";
import type { OrderRequest } from "@/lib/payments/client";
import type { Language } from "@/lib/platform/i18n/routing";
import { forgetHeld } from "./own-tab";
import type { SaleMethod } from "./sale-state";

/** A reservation as it was asked for, whatever has been typed since. */
export type PendingSale = { means: SaleMethod; request: OrderRequest; shownCents: number };

/** What a sale keeps beside its form and order. */
type SaleNotes = {
  /**
   * A reservation that was sent and not answered for certain: just this is asked for again, while its key is the
   * session's.
   */
  pending: (PendingSale & { idempotencyKey: string }) | null;
  /** Language of the receipt. */
  language: Language;
  /**
   * Money may be on its way by these means, or lies in an operator's hand: whoever leaves the page comes back to this
   * sale. `isLeft`: somebody did leave, and the next buyer may stand there.
   */
  moving: { means: SaleMethod; isLeft: boolean } | null;
};

/** How long what an operator typed of a buyer stays in the tablet when nobody goes on with it, in ms. */
export const formLifeMs = 15 * 60_000;

const kept: SessionKeeper<SaleNotes> = createKeeper(
  () => window.sessionStorage,
  salePrefix,
  formLifeMs,
  // A bank may take longer than a form is kept, and its buyer has gone by then.
  ({ moving = null }) => ({ moving: moving && { ...moving, isLeft: true } }),
);

/**
 * A sale whose money may be on its way gives its place to no other order; whoever hands over its own has come back to
 * it.
 */
function takeHandover(drawId: string): boolean {
  const { orderId, moving } = kept.read(drawId);
  if (!moving) return kept.takeHandover(drawId);
  const handedOver = eraseHandover();
  if (handedOver && handedOver === orderId) kept.change(drawId, { moving: { ...moving, isLeft: false } });
  return handedOver !== null;
}

/** The sales in progress of this tab, one for each draw: they survive a reload, and no other tab sees them. */
export const saleSessions: SessionKeeper<SaleNotes> = { ...kept, takeHandover };

/** Forgets all of a sale: whatever ends one ends it here, so that nothing of its buyer is left for the next. */
export function endSale(drawId: string): void {
  const { orderId } = saleSessions.read(drawId);
  if (orderId) forgetHeld(drawId, orderId);
  saleSessions.clear(drawId);
}

/** Forgets the sales of this tab, all of them where another page has its name. */
export function endAllSales(): void {
  for (const drawId of saleSessions.drawIds()) saleSessions.clear(drawId);
}

function leaveSale(drawId: string): void {
  const { moving } = saleSessions.read(drawId);
  if (!moving) endSale(drawId);
  // Once: each change would keep it from growing old.
  else if (!moving.isLeft) saleSessions.change(drawId, { form: null, moving: { ...moving, isLeft: true } });
}

/**
 * Whoever goes to another page of the terminal leaves the sale: its order waits in the list of unfinalized orders. A
 * sale whose money may be on its way stays this tab's, without its form; that of the draw whose sale is the page is not
 * left.
 */
export function leaveSales(stayingId: string | null): void {
  for (const drawId of saleSessions.drawIds()) if (drawId !== stayingId) leaveSale(drawId);
}
