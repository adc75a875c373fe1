import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { requiresReading } from "@/components/payment/checkout-reasons";
import type { OrderPolling } from "@/components/payment/poll-order";
import { pollOrder } from "@/components/payment/poll-order";
import type { Purchase } from "@/components/payment/purchase";
import { isConclusive, runPurchase, toAnswerEvent } from "@/components/payment/purchase";
import { useOrderSession } from "@/components/payment/use-order-session";
import { storeSoldNote } from "@/components/terminal/receipt/sold-note";
import { playSound } from "@/components/terminal/shell/play-sound";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import { useLoggedState } from "@/components/ui/use-logged-state";
import { toCents } from "@/lib/money";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalOrderResult } from "@/lib/terminal/orders/client";
import {
  cancelTerminalOrder,
  extendTerminalOrder,
  processTerminalPayment,
  terminalOrderQuery,
} from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { recordHeldSale } from "./held-sale";
import { saleReducer } from "./sale-machine";
import { saleSessions } from "./sale-session";
import type { SaleEvent, SaleState } from "./sale-state";
import { initialSale, isInFlight, isMoneyMoving } from "./sale-state";

type SalePoll = { isReached: boolean; pollNow: () => void };

export type SaleControl = SalePoll & {
  state: SaleState;
  dispatch: (event: SaleEvent) => void;
  /** Runs one call at a time. An exception counts as a lost answer. */
  lock: (work: () => Promise<void>) => void;
  charge: (card: Pick<Purchase, "request" | "tokenize" | "billing" | "onFieldProblems">) => void;
  cancel: () => void;
  extend: () => void;
};

export function useSale(drawId: string, locale: Language, endReason: CheckoutReason | null): SaleControl {
  const [state, dispatch] = useReducer(saleReducer, { ...initialSale, refusalReason: endReason });
  const { note } = useConnection();
  const { order } = state;
  useLoggedState("sale", { phase: state.phase, order: order?.status ?? null, reason: state.refusalReason });
  const lock = useOrderSession({ drawId, sessions: saleSessions, orderId: order?.orderId ?? null, dispatch });
  // Must run after the session has taken over the order in the URL.
  useAbandonedSale(drawId, dispatch);
  useStoredProgress(state, drawId);
  useLeaveWhenSold(state, locale);
  useEffect(() => {
    if (state.refusalReason === "declined") void playSound("declined");
  }, [state.refusalReason]);
  const isBetweenSales = state.phase === "choosing" || state.phase === "over";
  useReloadHold(!isBetweenSales || requiresReading(state.refusalReason));
  const poll = useSalePolling(state, drawId, dispatch);

  return {
    ...poll,
    state,
    dispatch,
    lock,
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
        const isReleased = answer.ok || answer.reason === "order-expired" || answer.reason === "order-cancelled";
        if (isReleased) return dispatch({ type: "released" });
        dispatch(isConclusive(answer) ? { type: "refused", reason: answer.reason } : { type: "answer-lost" });
      });
    },
    extend() {
      if (!order) return;
      lock(async () => {
        const answer = note(await extendTerminalOrder(order));
        dispatch(answer.ok ? toAnswerEvent("extended", answer) : { type: "not-extended", reason: answer.reason });
      });
    },
  };
}

function useAbandonedSale(drawId: string, dispatch: (event: SaleEvent) => void): void {
  useLayoutEffect(() => {
    const { moving } = saleSessions.read(drawId);
    if (moving?.isLeft) dispatch({ type: "left", method: moving.means });
  }, [drawId, dispatch]);
}

function useStoredProgress(state: SaleState, drawId: string): void {
  const { phase, method, order, refusalReason, isLeft } = state;
  const isMoving = isMoneyMoving(state);
  const isHeld = isMoving || phase === "collecting";
  // After a load, the state is also `choosing`, but the session knows more.
  const isRefused = phase === "choosing" && refusalReason !== null;
  const orderId = order?.orderId;
  // Runs before the operator can press what ends the sale: storing later would bring the session back.
  useLayoutEffect(() => {
    if (isHeld) saleSessions.change(drawId, { moving: isMoving ? { means: method, isLeft } : null });
    else if (isRefused && saleSessions.read(drawId).moving) saleSessions.change(drawId, { moving: null });
  }, [isHeld, isMoving, isRefused, method, isLeft, drawId]);
  useLayoutEffect(() => {
    if (isHeld && orderId) recordHeldSale(drawId, orderId);
  }, [isHeld, orderId, drawId]);
}

/** Loads a whole page, because the receipt's page shows an order and takes no payments. */
function useLeaveWhenSold({ phase, order, givenCents }: SaleState, locale: Language): void {
  useEffect(() => {
    if (phase !== "sold" || !order) return;
    const { instanceId, orderId } = order;
    storeSoldNote({ orderId, givenCents, isPrinted: false });
    const query = new URLSearchParams({ instanceId, orderId });
    // Leaving the page would stop its sound.
    playSound("sold").then(() => window.location.assign(localizedPath(locale, `/terminal/success?${query}`)));
  }, [phase, order, givenCents, locale]);
}

function useSalePolling(state: SaleState, drawId: string, dispatch: (event: SaleEvent) => void): SalePoll {
  const [isReached, setReached] = useState(true);
  const { note } = useConnection();
  const knownId = state.order?.orderId;
  const pollTimes = getPollTimes(state);
  const [firstMs, everyMs] = [pollTimes?.firstMs, pollTimes?.everyMs];
  const pollingRef = useRef<OrderPolling>(undefined);
  useEffect(() => {
    const orderId = knownId ?? saleSessions.read(drawId).orderId;
    if (firstMs === undefined || !orderId) return;
    const polling = pollOrder(terminalOrderQuery({ instanceId: drawId, orderId }), {
      firstMs,
      everyMs,
      onAnswer(answer) {
        note(answer);
        setReached(answer.ok || answer.reason !== "unreachable");
        const event = toEvent(answer, knownId !== undefined);
        if (event) dispatch(event);
      },
    });
    pollingRef.current = polling;
    return polling.stop;
  }, [firstMs, everyMs, knownId, drawId, dispatch, note]);
  const pollNow = useCallback(() => pollingRef.current?.pollNow(), []);
  return { isReached, pollNow };
}

type PollTimes = { firstMs: number; everyMs?: number };

/** The first poll after a lost answer waits, because the call may still be on its way. */
const lostAnswerDelayMs = 2000;

const pollMs = 2000;

function getPollTimes({ phase, method, order }: SaleState): PollTimes | null {
  if (phase === "restoring") return { firstMs: 0 };
  if (phase === "checking") return { firstMs: lostAnswerDelayMs, everyMs: pollMs };
  if (phase !== "collecting") return null;
  return method === "phone" || isInFlight(order) ? { firstMs: pollMs, everyMs: pollMs } : { firstMs: 5 * pollMs };
}

function toEvent(answer: TerminalOrderResult, isKnown: boolean): SaleEvent | null {
  if (answer.ok && isTakenElsewhere(answer.order)) return { type: "refused", reason: "cash-taken-elsewhere" };
  if (answer.ok) return { type: "order-read", order: answer.order };
  // The order on the screen exists, so `order-not-found` must be an error and is ignored.
  return answer.reason === "order-not-found" && !isKnown ? { type: "refused", reason: "order-not-found" } : null;
}

function isTakenElsewhere({ status, method, hasOwnCash }: TerminalOrder): boolean {
  return status === "finalized" && method === "cash" && !hasOwnCash;
}
