"use client";

import { useEffect } from "react";

import { clearSession } from "@/components/checkout/checkout-session";

/**
 * Draws nothing: once a paid order is on the screen, this tab forgets its purchase. Not before: a page that did not
 * arrive would leave the buyer with an empty form and the thought of paying again.
 */
export function ForgetPurchase({ instanceId }: { instanceId: string }) {
  useEffect(() => clearSession(instanceId), [instanceId]);
  return null;
}
