import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from "react";

import type { Purchase } from "@/components/checkout/purchase";
import { reserveTickets, runPurchase } from "@/components/checkout/purchase";
import type { FieldProblem } from "@/lib/http/reasons";
import type { Language } from "@/lib/i18n/routing";
import { localizedPath } from "@/lib/i18n/routing";
import { toCents, toDollars } from "@/lib/money";
import type { OrderRequest } from "@/lib/orders/client";
import { extendOrder } from "@/lib/orders/client";
import { cancelTerminalOrder, placeTerminalOrder, takeCash } from "@/lib/terminal/client";

import type { SaleEvent, SaleMeans, SaleState } from "./sale-machine";
import { firstSale, saleReducer } from "./sale-machine";
import { saleSessions } from "./sale-session";
import { writeSoldNote } from "./sold-note";
import { useConnection } from "./use-connection";
import type { SaleLook } from "./use-sale-watch";
import { useSaleWatch } from "./use-sale-watch";

type OnFieldProblems = (fields: FieldProblem[]) => void;

/** What an operator asks for: tickets for a sum that was shown, and how they will be paid. */
export type SaleRequest = {
  means: SaleMeans;
  request: OrderRequest;
  shownCents: number;
  onFieldProblems: OnFieldProblems;
};

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
  useEffect(() => {
    // A page that comes back from the browser's memory still shows a sale that has ended.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
}

/** An order that is over takes its key along; the first state is not yet what the session says. */
function useRenewal(state: SaleState, drawId: string): void {
  const last = useRef(state);
  useEffect(() => {
    const isOver = last.current !== state && state.phase === "choosing";
    last.current = state;
    if (isOver && saleSessions.read(drawId).orderId) saleSessions.renew(drawId);
  }, [state, drawId]);
}

/** Takes the cash of a sale once for each confirmation. The server counts it once, however often it is told. */
function useTaking({ phase, order, givenCents }: SaleState, dispatch: (event: SaleEvent) => void): void {
  const { note } = useConnection();
  const [instanceId, orderId] = [order?.instanceId, order?.orderId];
  useEffect(() => {
    if (phase !== "taking" || !instanceId || !orderId || givenCents === null) return;
    const take = async () => {
      const answer = note(await takeCash({ instanceId, orderId }, toDollars(givenCents)));
      dispatch(answer.ok ? { type: "paid", order: answer.order } : { type: "refused", reason: answer.reason });
    };
    take();
  }, [phase, instanceId, orderId, givenCents, dispatch, note]);
}

/** Lets one thing at a time through, even where two presses come before the page is drawn again. */
function useLock(dispatch: (event: SaleEvent) => void) {
  const isBusy = useRef(false);
  return useCallback(
    async (first: SaleEvent | null, work: () => Promise<void>) => {
      if (isBusy.current) return;
      isBusy.current = true;
      if (first) dispatch(first);
      try {
        await work();
      } catch (error) {
        console.error("The sale failed.", error);
        dispatch({ type: "refused", reason: "unreachable" });
      } finally {
        isBusy.current = false;
      }
    },
    [dispatch],
  );
}

/** Finds an order again that this tablet was selling, or that a list sent here in the fragment. */
function useRestoring(drawId: string, dispatch: (event: SaleEvent) => void): void {
  useLayoutEffect(() => {
    saleSessions.takeHandover(drawId);
    if (saleSessions.read(drawId).orderId) dispatch({ type: "restoring" });
    const onResume = () => {
      if (saleSessions.takeHandover(drawId)) window.location.reload();
    };
    window.addEventListener("hashchange", onResume);
    return () => window.removeEventListener("hashchange", onResume);
  }, [drawId, dispatch]);
}

async function place(drawId: string, sale: SaleRequest, note: ReturnType<typeof useConnection>["note"]) {
  saleSessions.change(drawId, { pending: sale.means });
  const placed = note(await reserveTickets(drawId, sale.request, placeTerminalOrder, saleSessions));
  if (saleSessions.read(drawId).answered) saleSessions.change(drawId, { pending: null });
  return placed;
}

/** Runs the sale of a draw at a terminal: reserves, takes cash, charges a card, follows a phone, and leaves when it is sold. */
export function useSale(drawId: string, locale: Language): SaleControl {
  const [state, dispatch] = useReducer(saleReducer, firstSale);
  const { note } = useConnection();
  const lock = useLock(dispatch);
  useRestoring(drawId, dispatch);
  useRenewal(state, drawId);
  useLeaving(state, locale);
  useTaking(state, dispatch);
  const look = useSaleWatch(state, drawId, dispatch);
  const { order } = state;

  return {
    ...look,
    state,
    dispatch,
    begin(sale) {
      const { means, shownCents } = sale;
      lock({ type: "chosen", means, shownCents }, async () => {
        const placed = await place(drawId, sale, note);
        dispatch(placed.ok ? { type: "placed", order: placed.order } : { type: "refused", reason: placed.reason });
        if (!placed.ok) sale.onFieldProblems(placed.fields);
      });
    },
    charge(card) {
      if (order?.status !== "reserved") return;
      const shownCents = toCents(order.amount);
      lock({ type: "charging" }, () => runPurchase({ ...card, drawId, order, shownCents, dispatch }));
    },
    cancel() {
      if (!order) return;
      lock({ type: "cancelling" }, async () => {
        const answer = note(await cancelTerminalOrder(order));
        const isOver = answer.ok || answer.reason === "order-expired" || answer.reason === "order-cancelled";
        dispatch(isOver ? { type: "released" } : { type: "refused", reason: answer.reason });
      });
    },
    extend() {
      if (!order) return;
      lock(null, async () => {
        const answer = note(await extendOrder(order));
        dispatch(answer.ok ? { type: "extended", order: answer.order } : { type: "refused", reason: answer.reason });
      });
    },
  };
}
