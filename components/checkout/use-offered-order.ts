import { useEffect, useLayoutEffect, useState } from "react";
import { tabSessions } from "@/components/order-form/checkout-session";
import { eraseHandover } from "@/components/order-form/session-store";
import { forgetOwnOrder } from "@/components/payment/own-order";
import type { OrderEvent } from "@/components/payment/purchase";
import { loadServerCalls } from "@/components/payment/server-calls";
import type { Offer } from "./offered-order";

export type OfferedOrder = {
  offer: Offer | null;
  accept: () => void;
  decline: () => void;
  retry: () => void;
};

type OfferSettings = {
  drawId: string;
  isTaken: boolean;
  isFree: boolean;
  openOrder: (orderId: string) => void;
  dispatch: (event: OrderEvent) => void;
};

function takeOfferedId(drawId: string): string | null {
  const handover = eraseHandover();
  const { orderId, offeredId } = tabSessions.read(drawId);
  const linkId = handover ?? offeredId ?? null;
  const next = linkId === orderId ? null : linkId;
  if (next !== (offeredId ?? null)) tabSessions.change(drawId, { offeredId: next });
  return next;
}

/** An order from a link becomes this tab's only when its buyer accepts it, and never while the tab has one. */
export function useOfferedOrder(settings: OfferSettings): OfferedOrder | null {
  const { drawId, isTaken, isFree, openOrder, dispatch } = settings;
  const [offeredId, setOfferedId] = useState<string | null>(null);
  const [result, setResult] = useState<{ orderId: string; offer: Offer } | null>(null);
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    if (!isTaken) return;
    const onHandover = () => setOfferedId(takeOfferedId(drawId));
    onHandover();
    // A link opened in a tab of this page changes only the fragment.
    window.addEventListener("hashchange", onHandover);
    return () => window.removeEventListener("hashchange", onHandover);
  }, [drawId, isTaken]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` reads the same order again
  useEffect(() => {
    if (!offeredId || !isFree) return;
    let isOver = false;
    const begin = async () => {
      const [{ readOffer }] = await Promise.all([import("./offered-order"), loadServerCalls()]);
      const offer = await readOffer(drawId, offeredId);
      if (isOver) return;
      if (offer.kind !== "over") return setResult({ orderId: offeredId, offer });
      tabSessions.change(drawId, { offeredId: null });
      openOrder(offeredId);
    };
    begin().catch(() => isOver || setResult({ orderId: offeredId, offer: { kind: "unreachable" } }));
    return () => {
      isOver = true;
    };
  }, [offeredId, isFree, drawId, openOrder, tries]);
  if (!offeredId) return null;
  const offer = result?.orderId === offeredId ? result.offer : null;
  return {
    offer,
    accept() {
      tabSessions.renew(drawId);
      tabSessions.change(drawId, { orderId: offeredId, offeredId: null });
      setOfferedId(null);
      dispatch({ type: "restoring" });
    },
    decline() {
      tabSessions.change(drawId, { offeredId: null });
      forgetOwnOrder(offeredId);
      setOfferedId(null);
    },
    retry() {
      setResult(null);
      setTries((count) => count + 1);
    },
  };
}
