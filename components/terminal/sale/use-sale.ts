import { useEffect, useLayoutEffect, useReducer } from "react";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { eventOfAnswer } from "@/components/payment/order-event";
import type { Purchase } from "@/components/payment/purchase";
import { isDefinite, reserveTickets, runPurchase } from "@/components/payment/purchase";
import { useHeldOrder } from "@/components/payment/use-held-order";
import { writeSoldNote } from "@/components/terminal/receipt/sold-note";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { toCents, toDollars } from "@/lib/money";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import {
  cancelTerminalOrder,
  extendTerminalOrder,
  placeTerminalOrder,
  processTerminalPayment,
  takeCash,
} from "@/lib/terminal/client";
import { noteHeld } from "./held-sale";
import { openTab } from "./own-tab";
import { saleReducer } from "./sale-machine";
import type { PendingSale } from "./sale-session";
import { saleSessions } from "./sale-session";
import type { SaleEvent, SaleState } from "./sale-state";
import { firstSale, isMoneyMoving } from "./sale-state";
import type { SaleLook } from "./use-sale-watch";
import { useSaleWatch } from "./use-sale-watch";

/** What an operator asks for: tickets for a sum that was shown, and how they will be paid. */
export type SaleRequest = PendingSale & { onFieldProblems: (fields: FieldProblem[]) => void };

/** A sale and what can be done with it. */
export type SaleControl = SaleLook & {
  state: SaleState;
  dispatch: (event: SaleEvent) => void;
  begin: (sale: SaleRequest) => void;
  charge: (card: Pick<Purchase, "request" | "tokenize" | "billing" | "onFieldProblems">) => void;
  cancel: () => void;
  extend: () => void;
};

/** A full navigation: the receipt's page shows an order and takes no payments. */
function useLeaving({ phase, order, givenCents }: SaleState, locale: Language): void {
  useEffect(() => {
    if (phase !== "sold" || !order) return;
    const { instanceId, orderId } = order;
    writeSoldNote({ orderId, givenCents, isPrinted: false });
    const query = new URLSearchParams({ instanceId, orderId });
    window.location.assign(localizedPath(locale, `/terminal/success?${query}`));
  }, [phase, order, givenCents, locale]);
}

/** A sale that was left comes back as what it was paid by; that its buyer may have gone is not forgotten. */
function useLeft(drawId: string, dispatch: (event: SaleEvent) => void): void {
  useLayoutEffect(() => {
    const { moving } = saleSessions.read(drawId);
    if (moving?.isLeft) dispatch({ type: "left", means: moving.means });
  }, [drawId, dispatch]);
}

/** Notes what outlives the page: whether money may be on its way, and where the order stands. */
function useNoting(state: SaleState, drawId: string): void {
  const { phase, means, order, trouble, isLeft } = state;
  const isMoving = isMoneyMoving(state);
  const isHeld = isMoving || phase === "collecting";
  // A page that was just loaded chooses too, and knows less than its session.
  const isRefused = phase === "choosing" && trouble !== null;
  const orderId = order?.orderId;
  // Before anybody can press what ends the sale: noted afterwards it would come back.
  useLayoutEffect(() => {
    if (isHeld) saleSessions.change(drawId, { moving: isMoving ? { means, isLeft } : null });
    else if (isRefused && saleSessions.read(drawId).moving) saleSessions.change(drawId, { moving: null });
  }, [isHeld, isMoving, isRefused, means, isLeft, drawId]);
  useLayoutEffect(() => {
    if (isHeld && orderId) noteHeld(drawId, orderId);
  }, [isHeld, orderId, drawId]);
}

/** Takes the cash of a sale once for each confirmation. The server counts it once, however often it is told. */
function useTaking({ phase, order, givenCents }: SaleState, dispatch: (event: SaleEvent) => void): void {
  const { note } = useConnection();
  const [instanceId, orderId] = [order?.instanceId, order?.orderId];
  useEffect(() => {
    if (phase !== "taking" || !instanceId || !orderId || givenCents === null) return;
    const take = async () => {
      const answer = note(await takeCash({ instanceId, orderId }, toDollars(givenCents)));
      dispatch(isDefinite(answer) ? eventOfAnswer("paid", answer) : { type: "answer-lost" });
    };
    take();
  }, [phase, instanceId, orderId, givenCents, dispatch, note]);
}

async function place(drawId: string, sale: SaleRequest, note: ReturnType<typeof useConnection>["note"]) {
  // A key that got its answer is used up.
  if (saleSessions.read(drawId).answered) saleSessions.renew(drawId);
  const { means, request, shownCents } = sale;
  const { idempotencyKey } = saleSessions.change(drawId, {});
  saleSessions.change(drawId, { pending: { idempotencyKey, means, request, shownCents } });
  const placed = note(await reserveTickets(drawId, sale.request, placeTerminalOrder, saleSessions));
  if (saleSessions.read(drawId).answered) saleSessions.change(drawId, { pending: null });
  return placed;
}

/**
 * Runs one sale of a draw at a terminal: reserves, takes cash, charges a card, follows a phone, and leaves when it is
 * sold. `told` is why the one before has ended.
 */
export function useSale(drawId: string, locale: Language, told: CheckoutReason | null): SaleControl {
  const [state, dispatch] = useReducer(saleReducer, { ...firstSale, trouble: told });
  const { note } = useConnection();
  const { order } = state;
  const lock = useHeldOrder({ drawId, sessions: saleSessions, orderId: order?.orderId ?? null, dispatch });
  // After the session has taken over what the address hands over.
  useLeft(drawId, dispatch);
  useNoting(state, drawId);
  useLeaving(state, locale);
  useTaking(state, dispatch);
  const look = useSaleWatch(state, drawId, dispatch);

  return {
    ...look,
    state,
    dispatch,
    begin(sale) {
      const { means, shownCents } = sale;
      lock(async () => {
        dispatch({ type: "chosen", means, shownCents });
        // What a copied tab shows is another one's sale, which goes on there.
        if ((await openTab()) === "copied") return;
        const placed = await place(drawId, sale, note);
        dispatch(eventOfAnswer("placed", placed));
        if (!placed.ok) sale.onFieldProblems(placed.fields);
      });
    },
    charge(card) {
      if (order?.status !== "reserved") return;
      const shownCents = toCents(order.amount);
      const sale = { drawId, order, shownCents, charge: processTerminalPayment, dispatch };
      lock(async () => {
        dispatch({ type: "charging" });
        await runPurchase({ ...card, ...sale });
      });
    },
    cancel() {
      if (!order) return;
      lock(async () => {
        dispatch({ type: "cancelling" });
        const answer = note(await cancelTerminalOrder(order));
        const isGone = answer.ok || answer.reason === "order-expired" || answer.reason === "order-cancelled";
        if (isGone) return dispatch({ type: "released" });
        dispatch(isDefinite(answer) ? { type: "refused", reason: answer.reason } : { type: "answer-lost" });
      });
    },
    extend() {
      if (!order) return;
      lock(async () => {
        const answer = note(await extendTerminalOrder(order));
        dispatch(answer.ok ? eventOfAnswer("extended", answer) : { type: "not-extended", reason: answer.reason });
      });
    },
  };
}
