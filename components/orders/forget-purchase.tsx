"use client";

import { useEffect } from "react";

import { clearSession, readSession } from "@/components/order-form/checkout-session";
import { forgetOwnOrder } from "@/components/payment/own-order";

type ForgetPurchaseProps = { instanceId: string; orderId: string };

/**
 * Draws nothing: once a paid order is on the screen, this tab forgets its purchase, but not that of another order, from
 * which a link may have led here. Not before: a page that did not arrive would leave the buyer with an empty form and
 * the thought of paying again.
 */
export function ForgetPurchase({ instanceId, orderId }: ForgetPurchaseProps) {
  useEffect(() => {
    if (readSession(instanceId).orderId === orderId) clearSession(instanceId);
    forgetOwnOrder(orderId);
  }, [instanceId, orderId]);
  return null;
}
